// The serving, step by step: the table after each portion. The server applies the rules; this only reconstructs the steps.
import type { GameEvent } from "../../wire/messages";
import type { KarteneckPosition } from "../../wire/types";
import { isWorm, totalOf } from "./cards";

export interface Theft {
  seat: number;
  victim: number;
  portion: number;
}

/** One picture of the serving. */
export interface Scene {
  position: KarteneckPosition;
  /** The place of each layout in the order of serving, from 1; null where there is none. */
  ranks: readonly (number | null)[];
  /** A theft that belongs to this serving. It is shown last, but its victim is marked before. */
  theft: Theft | null;
}

/** The pictures between two rounds: the ranked layouts, each portion, and finally a theft. None if no round ended. */
export function scenes(before: KarteneckPosition, events: readonly GameEvent[]): Scene[] {
  if (!events.some(({ event }) => event === "RoundEnded")) return [];
  const theft = theftIn(events);
  const opening = lastDropOut(before, events);
  const ranks = ranksOf(opening.layouts);
  const found: Scene[] = [{ position: opening, ranks, theft }];
  for (const event of events) {
    const last = found.at(-1)?.position ?? opening;
    if (event.event === "PortionServed") found.push({ position: fromGrill(last, event.seat, event.portion), ranks, theft });
  }
  const last = found.at(-1)?.position ?? opening;
  return theft ? [...found, { position: stolen(last, theft), ranks, theft }] : found;
}

export function theftIn(events: readonly GameEvent[]): Theft | null {
  const event = events.find((each) => each.event === "PortionStolen");
  return event?.event === "PortionStolen" ? { seat: event.seat, victim: event.victim, portion: event.portion } : null;
}

/** The order in which layouts are served: by their totals, and by their highest shields where those are equal. */
export function order(layouts: readonly (readonly number[])[]): number[] {
  return layouts
    .map((layout, seat) => ({ seat, total: totalOf(layout), worm: Math.max(0, ...layout.filter(isWorm)) }))
    .filter(({ worm }) => worm > 0)
    .sort((one, other) => other.total - one.total || other.worm - one.worm)
    .map(({ seat }) => seat);
}

function ranksOf(layouts: readonly (readonly number[])[]): (number | null)[] {
  const served = order(layouts);
  return layouts.map((_, seat) => (served.includes(seat) ? served.indexOf(seat) + 1 : null));
}

/** Nobody is left to act; players who dropped out without a worm already have their portion. */
function lastDropOut(before: KarteneckPosition, events: readonly GameEvent[]): KarteneckPosition {
  let position: KarteneckPosition = { ...before, to_act: null, out: before.out.map(() => true), moves: [], layable: [] };
  for (const event of events) {
    if (event.event === "LayoutDiscarded") position = withoutLayout(position, event.seat);
    if (event.event === "PortionTaken") position = fromGrill(position, event.seat, event.portion);
  }
  return position;
}

function withoutLayout(position: KarteneckPosition, seat: number): KarteneckPosition {
  return {
    ...position,
    layouts: position.layouts.map((layout, each) => (each === seat ? [] : layout)),
    totals: position.totals.map((total, each) => (each === seat ? 0 : total)),
    discard: [...position.discard, ...(position.layouts[seat] ?? [])],
  };
}

function fromGrill(position: KarteneckPosition, seat: number, portion: number): KarteneckPosition {
  const grill = [...position.grill];
  grill.splice(grill.indexOf(portion), 1);
  return { ...position, grill, stacks: position.stacks.map((stack, each) => (each === seat ? [...stack, portion] : stack)) };
}

/** The stolen portion goes below the one its thief was served, because the thief took it before. */
function stolen(position: KarteneckPosition, { seat, victim, portion }: Theft): KarteneckPosition {
  const below = position.stacks[seat] ?? [];
  return {
    ...position,
    stacks: position.stacks.map((stack, each) => {
      if (each === victim) return stack.filter((other) => other !== portion);
      return each === seat ? [...below.slice(0, -1), portion, ...below.slice(-1)] : stack;
    }),
  };
}
