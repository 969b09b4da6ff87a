// Which bots to play against.
import type { BotInfo, Strength } from "../wire/http";
import { strengthLevel } from "./names";

/** How strong opponents are: all alike, or one of each strength. */
export type Level = Strength | "mixed";

export interface Opposition {
  count: number;
  level: Level;
}

export const USUAL_OPPOSITION: Opposition = { count: 2, level: "mixed" };
/** For the first game of a newcomer. */
export const GENTLE_OPPOSITION: Opposition = { count: 2, level: "easy" };

/** The levels that a game's bots offer, the weakest first. */
export function levelsOf(bots: readonly BotInfo[]): Level[] {
  const strengths = [...new Set(bots.map(({ strength }) => strength))].sort((a, b) => strengthLevel(a) - strengthLevel(b));
  return strengths.length > 1 ? [...strengths, "mixed"] : strengths;
}

/** The given number of bots. Mixed ones have one of each strength, the strongest first, so that they play differently. */
export function opponents(bots: readonly BotInfo[], { count, level } = USUAL_OPPOSITION): string[] {
  const strongest = [...bots].sort((a, b) => strengthLevel(b.strength) - strengthLevel(a.strength));
  const mixed = strongest.filter(({ strength }, place) => strongest.findIndex((bot) => bot.strength === strength) === place);
  const alike = bots.filter(({ strength }) => strength === level);
  const chosen = alike.length > 0 ? alike : mixed;
  return Array.from({ length: chosen.length > 0 ? count : 0 }, (_, place) => chosen[place % chosen.length]?.name ?? "");
}
