// The geometry of the chart: scores over turns, as paths in a picture as wide as there is room.
import type { Review } from "../wire/types";

/** What is drawn: a value for each seat after every turn, of which the highest is at most `most`. */
export interface Course {
  values: readonly (readonly number[])[];
  most: number;
  /** Whether values change little by little, or all at once at the end of a turn. */
  sloped: boolean;
}

/** The scores of a game, or the chances to win in per cent. */
export function courseOf(values: readonly (readonly number[])[], percent = false): Course {
  return percent
    ? { values: values.map((shares) => shares.map((share) => 100 * share)), most: 100, sloped: true }
    : { values, most: Math.max(1, ...values.flat()), sloped: false };
}

export const HEIGHT = 220;
export const LEFT = 34;
export const RIGHT = 26;
export const TOP = 12;
export const BOTTOM = 30;
/** Minimum distance between the numbers of moments. */
const MARK = 20;

export interface Mark {
  x: number;
  y: number;
  place: number;
}

export interface Scale {
  x: (turn: number) => number;
  y: (score: number) => number;
  rows: number[];
  columns: number[];
}

/** Round steps for an axis up to `most`: 1, 2, 5, 10 and so on, at most `lines` of them. */
export function steps(most: number, lines: number): number[] {
  let step = 1;
  for (let next = 0; most / step > lines; next += 1) step *= next % 3 === 1 ? 2.5 : 2;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, line) => line * step);
}

export function scaleOf({ values, most }: Course, width: number): Scale {
  const turns = Math.max(values.length - 1, 1);
  return {
    x: (turn) => LEFT + ((width - LEFT - RIGHT) * turn) / turns,
    y: (score) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * score) / most,
    rows: steps(most, 5),
    columns: steps(turns, width / 70).slice(1),
  };
}

/**
 * A seat's line: level while a turn lasts, then up or down, or sloped. Lines that would lie on each other are set apart a
 * little, but never beyond the ends of the axis.
 */
export function pathOf({ values, sloped }: Course, seat: number, scale: Scale): string {
  const apart = (seat - 1) * 1.6;
  return values
    .map((each, turn) => {
      const x = scale.x(turn).toFixed(1);
      const y = Math.min(Math.max(scale.y(each[seat] ?? 0) + apart, TOP), HEIGHT - BOTTOM).toFixed(1);
      return turn === 0 ? `M${x} ${y}` : sloped ? `L${x} ${y}` : `H${x}V${y}`;
    })
    .join("");
}

/** The places of the worst moments on a seat's line. */
export function marksOf(review: Review, course: Course, seat: number, scale: Scale): Mark[] {
  const marks: Mark[] = [];
  const moments: readonly { step: number; seat: number }[] = review.wins?.moments ?? review.moments;
  for (const moment of moments.filter((each) => each.seat === seat)) {
    const turn = review.decisions.find((decision) => decision.step === moment.step)?.turn ?? 0;
    const x = (scale.x(turn - 1) + scale.x(turn)) / 2;
    const [before, after] = [course.values[turn - 1]?.[seat] ?? 0, course.values[turn]?.[seat] ?? 0];
    let y = scale.y(course.sloped ? (before + after) / 2 : before);
    // Two in one turn stand one above the other.
    while (marks.some((mark) => Math.hypot(mark.x - x, mark.y - y) < MARK)) y -= MARK;
    marks.push({ x, y, place: marks.length + 1 });
  }
  return marks;
}

/** The places of the seats' marks at the end of their lines: beside their scores, but never overlapping, nor cut off. */
export function endsOf(final: readonly number[], scale: Scale, size: number): number[] {
  const order = final.map((_, seat) => seat).sort((a, b) => (final[b] ?? 0) - (final[a] ?? 0));
  const places: number[] = [];
  let free = size / 2;
  for (const seat of order) {
    const place = Math.max(scale.y(final[seat] ?? 0), free);
    places[seat] = place;
    free = place + size;
  }
  let last = HEIGHT - size / 2;
  for (const seat of order.reverse()) {
    places[seat] = Math.min(places[seat] ?? 0, last);
    last = (places[seat] ?? 0) - size;
  }
  return places;
}
