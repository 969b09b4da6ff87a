// What a review says about one seat.
import { amountInWords, HARDLY } from "../table/amounts";
import type { GameModule } from "../table/gameModule";
import type { Frame, Judged, Moment, Review, Standing, WinAccount } from "../wire/types";
import { m } from "../words/messages.js";
import { lossInWords } from "./chances";

export interface Summary {
  lost: number;
  luck: number | null;
  /** Decisions with more than one option, and those of them that were as good as the best one: for winning, where that is known. */
  choices: number;
  best: number;
}

export function summaryOf(review: Review, seat: number): Summary {
  const judged = review.wins?.decisions ?? review.decisions;
  const open = review.decisions.flatMap((decision, place) => (decision.seat === seat && decision.choices > 1 ? [judged[place]?.lost ?? 0] : []));
  return {
    lost: review.lost[seat] ?? 0,
    luck: review.luck[seat] ?? null,
    choices: open.length,
    best: open.filter((lost) => lost === 0).length,
  };
}

/** The decision that a moment is about; every moment is one. */
export function judgedOf(review: Review, moment: Pick<Moment, "step">): Judged {
  const found = review.decisions.find((decision) => decision.step === moment.step);
  if (!found) throw new Error(`no decision at step ${moment.step}`);
  return found;
}

/** Scores turn by turn (or round by round), from the steps of a game: they are available before the review. */
export function standingsOf(frames: readonly Frame[], module: Pick<GameModule, "beginsTurn">): Standing[] {
  const ends = frames.flatMap((frame, place) => (place === frames.length - 1 || module.beginsTurn(frame, frames[place - 1]) ? [frame] : []));
  return ends.map(({ step, position: { scores } }) => ({ step, seat: null, scores }));
}

/** What a seat's choices in a turn cost in all: in wins where these are known, else in worms or points. */
export function costOf(review: Review, seat: number, turn: number): number {
  const lost = review.wins?.decisions ?? review.decisions;
  return review.decisions.reduce((sum, decision, place) => sum + (decision.seat === seat && decision.turn === turn ? (lost[place]?.lost ?? 0) : 0), 0);
}

/** What a turn cost in words; empty where it was hardly anything. */
export function turnCostInWords(review: Review, seat: number, turn: number, unit: string, own: boolean): string {
  const lost = costOf(review, seat, turn);
  if (!review.wins) return costInWords(lost, unit, own);
  return lost < WORTH_SAYING ? "" : (own ? m.review_cost : m.review_cost_other)({ amount: lossInWords(lost) });
}

/** The cost of a turn in words; empty if it is negligible. */
export function costInWords(lost: number, unit: string, own: boolean): string {
  if (lost < HARDLY) return "";
  return (own ? m.review_cost : m.review_cost_other)({ amount: amountInWords(lost, unit) });
}

/** Luck below this amount counts as even: in worms or points, and as a share of wins. */
const EVEN = 1;
const WIN_EVEN = 0.02;
/** What costs less is not worth a word, as a share of wins. */
const WORTH_SAYING = 0.005;
/** What others chose, or the estimate corrected, is told from here on. */
const MUCH = 0.05;

export function luckWord(luck: number, even = EVEN): string {
  if (Math.abs(luck) < even) return m.coach_luck_even();
  return luck > 0 ? m.coach_luck_good() : m.coach_luck_bad();
}

/** The whole game of one seat in a sentence or two: what its choices cost, and how lucky it was. */
export function gameInWords({ lost, luck }: Summary, unit: string): string[] {
  const given = lost < HARDLY ? m.review_given_none() : m.review_given({ amount: amountInWords(lost, unit) });
  if (luck === null) return [given];
  const amount = amountInWords(luck, unit);
  return [given, Math.abs(luck) < EVEN ? m.review_luck_even() : luck > 0 ? m.review_luck_more({ amount }) : m.review_luck_less({ amount })];
}

/** The same by the chance to win, and what else changed it much. */
export function winsInWords({ lost, luck, gifts, rest }: WinAccount, exact: boolean): string[] {
  const given = lost < WORTH_SAYING ? m.review_win_given_none() : m.review_win_given({ amount: lossInWords(lost) });
  const amount = lossInWords(luck);
  return [
    given,
    Math.abs(luck) < WIN_EVEN ? m.review_win_luck_even() : luck > 0 ? m.review_win_luck_more({ amount }) : m.review_win_luck_less({ amount }),
    ...changed(gifts, m.review_win_others_more, m.review_win_others_less),
    ...(exact ? changed(rest, m.review_win_rest_more, m.review_win_rest_less) : changed(rest, m.review_win_hidden_more, m.review_win_hidden_less)),
  ];
}

function changed(share: number, more: (of: { amount: string }) => string, less: (of: { amount: string }) => string): string[] {
  return Math.abs(share) < MUCH ? [] : [(share > 0 ? more : less)({ amount: lossInWords(share) })];
}

/** The part of what was at stake that was kept; everything only if nothing was lost. */
export function accuracyOf({ accuracy, lost }: WinAccount): number | null {
  return accuracy == null ? null : Math.min(accuracy / 100, lost > 0 ? 0.999 : 1);
}

/** What another seat lost by its choices, and how lucky it was. */
export function otherInWords(review: Review, seat: number, unit: string): string[] {
  const account = review.wins?.seats[seat];
  const { lost, luck } = account ?? summaryOf(review, seat);
  const hardly = lost < (account ? WORTH_SAYING : HARDLY);
  const given = hardly ? m.review_given_other_none() : m.review_given_other({ amount: account ? lossInWords(lost) : amountInWords(lost, unit) });
  return luck === null ? [given] : [given, luckWord(luck, account ? WIN_EVEN : EVEN)];
}
