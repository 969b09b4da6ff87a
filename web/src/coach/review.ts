// What a review says about one seat.
import type { Judged, Moment, Review } from "../wire/types";
import { m } from "../words/messages.js";

export interface Summary {
  lost: number;
  luck: number | null;
  /** Decisions with more than one option, and those of them that were as good as the best. */
  choices: number;
  best: number;
}

export function summaryOf(review: Review, seat: number): Summary {
  const open = review.decisions.filter((decision) => decision.seat === seat && decision.choices > 1);
  return {
    lost: review.lost[seat] ?? 0,
    luck: review.luck[seat] ?? null,
    choices: open.length,
    best: open.filter((decision) => decision.lost === 0).length,
  };
}

export const momentsOf = (review: Review, seat: number) => review.moments.filter((moment) => moment.seat === seat);

/** The decision that a moment is about; every moment is one. */
export function judgedOf(review: Review, moment: Moment): Judged {
  const found = review.decisions.find((decision) => decision.step === moment.step);
  if (!found) throw new Error(`no decision at step ${moment.step}`);
  return found;
}

/** Luck below this amount counts as even. */
const EVEN = 1;

export function luckWord(luck: number): string {
  if (Math.abs(luck) < EVEN) return m.coach_luck_even();
  return luck > 0 ? m.coach_luck_good() : m.coach_luck_bad();
}
