// The review of a small game.
import type { Judged, Review } from "../../src/wire/types";

const judged = (step: number, more: Partial<Judged> = {}): Judged => ({
  step, seat: 0, turn: 1, choices: 2, move: "roll", best: "roll", gain: 1, best_gain: 1, lost: 0, ...more,
});
export const REVIEW: Review = {
  game: "bratwurmeck", exact: true, lost: [0.8, 0], luck: [1.5, -1.5],
  decisions: [judged(2), judged(4, { choices: 1 }), judged(6, { turn: 3, best: "take 21", lost: 0.8 }), judged(7, { seat: 1 })],
  moments: [{ step: 6, seat: 0, kept: "4W" }],
  standings: [0, 1, 1, 4].map((score, turn) => ({ step: turn, seat: 0, scores: [score, 0] })),
};
