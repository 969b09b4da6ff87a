// The turn that the dice games share, as far as the views need to know.

/** The part of a position that a turn with dice has in every game. */
export interface DicePosition {
  kept: string;
  rolled: string;
  total: number;
  moves: string[];
}

/** The colour of a game's dice. */
export type Tint = "ivory" | "ember";
