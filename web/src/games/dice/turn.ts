// The turn that the dice games share, as far as the views need to know.

/** The part of a position that a turn with dice has in every game. */
export interface DicePosition {
  turn_of: number;
  kept: string;
  rolled: string;
  total: number;
  moves: string[];
  follow_ups?: Record<string, string[]>;
}

/** The colour of a game's dice. */
export type Tint = "ivory" | "ember";

/** What a way to stop is called, and what it brings. */
export interface StopWords {
  title: string;
  gain: string;
}
