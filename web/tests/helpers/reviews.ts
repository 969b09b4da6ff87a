// The review of a small game.
import type { Judged, Review, WinReview } from "../../src/wire/types";

const judged = (step: number, more: Partial<Judged> = {}): Judged => ({
  step, seat: 0, turn: 1, choices: 2, move: "roll", best: "roll", gain: 1, best_gain: 1, lost: 0, ...more,
});
export const REVIEW: Review = {
  game: "bratwurmeck", exact: true, lost: [0.8, 0], luck: [1.5, -1.5],
  decisions: [judged(2), judged(4, { choices: 1 }), judged(6, { turn: 3, best: "take 21", lost: 0.8 }), judged(7, { seat: 1 })],
  moments: [{ step: 6, seat: 0, kept: "4W" }],
  standings: [0, 1, 1, 4].map((score, turn) => ({ step: turn, seat: 0, scores: [score, 0] })),
};

/** The same game by the chances to win. */
export const WINS: WinReview = {
  course: [[0.5, 0.5], [0.5, 0.5], [0.5, 0.5], [0, 1]],
  decisions: REVIEW.decisions.map(({ step, seat, move }) => ({ step, seat, win: 0.5, best: move, best_win: 0.5, lost: 0, stake: 0.2 })).map((each) => (each.step === 6 ? { ...each, win: 0.4, best: "take 21", best_win: 0.45, lost: 0.05 } : each)),
  moments: [{ step: 6, seat: 0, kept: "4W", total: 21, failed: 0.66, best_failed: 0, likely: "24", best_likely: "21" }],
  seats: [
    { start: 0.5, end: 0, luck: -0.3, own_luck: -0.1, lost: 0.05, gifts: 0, rest: -0.15, accuracy: 91.67 },
    { start: 0.5, end: 1, luck: 0.3, own_luck: 0.2, lost: 0, gifts: 0.05, rest: 0.15, accuracy: 100 },
  ],
};
