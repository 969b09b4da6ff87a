// What a review says about one seat.
import type { GameModule } from "../table/gameModule";
import type { Frame, Judged, Moment, Review, Standing } from "../wire/types";
import { m } from "../words/messages.js";
import { amountInWords, HARDLY } from "./amounts";

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

/** Scores turn by turn (or round by round), from the steps of a game: they are available before the review. */
export function standingsOf(frames: readonly Frame[], module: Pick<GameModule, "beginsTurn">): Standing[] {
  const ends = frames.flatMap((frame, place) => (place === frames.length - 1 || module.beginsTurn(frame, frames[place - 1]) ? [frame] : []));
  return ends.map(({ step, position: { scores } }) => ({ step, seat: null, scores }));
}

/** What a seat's choices in a turn cost in all. */
export const costOf = (review: Review, seat: number, turn: number) =>
  review.decisions.reduce((sum, decision) => sum + (decision.seat === seat && decision.turn === turn ? decision.lost : 0), 0);

/** The cost of a turn in words; empty if it is negligible. */
export function costInWords(lost: number, unit: string, own: boolean): string {
  if (lost < HARDLY) return "";
  return (own ? m.review_cost : m.review_cost_other)({ amount: amountInWords(lost, unit) });
}

/** Luck below this amount counts as even. */
const EVEN = 1;

export function luckWord(luck: number): string {
  if (Math.abs(luck) < EVEN) return m.coach_luck_even();
  return luck > 0 ? m.coach_luck_good() : m.coach_luck_bad();
}

/** The whole game of one seat in a sentence or two: what it gave away, and how lucky it was. */
export function gameInWords({ lost, luck }: Summary, unit: string): string[] {
  const given = lost < HARDLY ? m.review_given_none() : m.review_given({ amount: amountInWords(lost, unit) });
  if (luck === null) return [given];
  const amount = amountInWords(luck, unit);
  return [given, Math.abs(luck) < EVEN ? m.review_luck_even() : luck > 0 ? m.review_luck_more({ amount }) : m.review_luck_less({ amount })];
}
