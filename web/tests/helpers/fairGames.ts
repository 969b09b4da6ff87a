// Whole games with provable luck, written by web/fairness_vectors.py.
import type { FairRecord, Proof } from "../../src/fairness/record";
import type { Frame } from "../../src/wire/types";
import written from "../fairness/vectors.json";

export interface FairGame {
  record: FairRecord & { fairness: Proof };
  outcomes: number;
  links: string[];
  frames: Frame[];
}

export const vectors = written as unknown as Omit<typeof written, "games"> & { games: FairGame[] };
export const [bratwurmeck, barbecue, karteneck] = vectors.games as [FairGame, FairGame, FairGame];

/** The same game with something changed, by hand as a cheat would. */
export function changed(game: FairGame, proof: Partial<Proof>, steps = game.record.steps): FairRecord {
  return { ...game.record, steps, fairness: { ...game.record.fairness, ...proof } };
}
