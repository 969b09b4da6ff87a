// What the open cards would come to if everybody stopped now. It is a help for the eyes and decides nothing.
import type { Cards } from "./cards";
import { order } from "./serving";

/** What each seat would be served: null where there is no worm yet. */
export function served(grill: Cards, layouts: readonly Cards[]): (number | null)[] {
  const highest = [...grill].sort((a, b) => b - a);
  const seats = order(layouts);
  return layouts.map((_, seat) => (seats.includes(seat) ? (highest[seats.indexOf(seat)] ?? null) : null));
}

/** The seat beside our own that has this very portion on top of its stack. */
export function holderOf(portion: number, stacks: readonly Cards[], own: number): number | null {
  const found = stacks.findIndex((stack, seat) => seat !== own && stack.at(-1) === portion);
  return found < 0 ? null : found;
}
