// The result of the open cards if everybody stopped now. It is only shown and decides nothing.
import type { Cards } from "./cards";
import { order } from "./serving";

/** The portion each seat would be served: null without a worm. */
export function served(grill: Cards, layouts: readonly Cards[]): (number | null)[] {
  const highest = [...grill].sort((a, b) => b - a);
  const seats = order(layouts);
  return layouts.map((_, seat) => (seats.includes(seat) ? (highest[seats.indexOf(seat)] ?? null) : null));
}

/** The other seat that has this portion on top of its stack. */
export function holderOf(portion: number, stacks: readonly Cards[], own: number): number | null {
  const found = stacks.findIndex((stack, seat) => seat !== own && stack.at(-1) === portion);
  return found < 0 ? null : found;
}
