// What the server sends for games that this client has no drawn table for.
import type { Frame, Happened } from "./types";

/** A position as text: what its reader may see, drawn in characters, and the moves in notation. */
export interface TextPosition {
  game: string;
  to_act: number | null;
  turn_of: number | null;
  scores: number[];
  text: string;
  moves: string[];
}

/** One outcome of chance in notation, and all that were possible, each with its weight. */
export interface ChanceOutcome {
  outcome: string;
  weights: [outcome: string, weight: number][];
}

type WithChance = (Happened | Frame) & { chance?: ChanceOutcome[] };

/** The outcomes of chance in an entry or a frame, in order. */
export const chanceIn = (from: Happened | Frame): readonly ChanceOutcome[] => (from as WithChance).chance ?? [];
