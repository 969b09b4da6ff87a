// Which bots to play against.
import type { BotInfo, Strength } from "../wire/http";
import type { RuleOption } from "./gameModule";
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

/** The bots to choose from first: the levels, or all bots of a game without levels. */
export function offeredBots(bots: readonly BotInfo[]): readonly BotInfo[] {
  const levels = bots.filter(({ level }) => level);
  return levels.length > 0 ? levels : bots;
}

/** The levels that a game's bots offer, the weakest first. */
export function levelsOf(bots: readonly BotInfo[]): Level[] {
  const strengths = [...new Set(offeredBots(bots).map(({ strength }) => strength))].sort((a, b) => strengthLevel(a) - strengthLevel(b));
  return strengths.length > 1 ? [...strengths, "mixed"] : strengths;
}

/** The bots of a level. Mixed ones are one of each strength, the strongest first; a champion comes only by choice. */
export function botsAt(bots: readonly BotInfo[], level: Level): readonly BotInfo[] {
  const offered = offeredBots(bots);
  const alike = offered.filter(({ strength }) => strength === level);
  if (alike.length > 0) return alike;
  const strongest = [...offered].sort((a, b) => strengthLevel(b.strength) - strengthLevel(a.strength));
  const mixed = strongest.filter(({ strength }, place) => strongest.findIndex((bot) => bot.strength === strength) === place);
  const others = mixed.filter(({ strength }) => strength !== "champion");
  return others.length > 0 ? others : mixed;
}

/** The given number of bots of a level. */
export function opponents(bots: readonly BotInfo[], { count, level } = USUAL_OPPOSITION): string[] {
  const chosen = botsAt(bots, level);
  return Array.from({ length: chosen.length > 0 ? count : 0 }, (_, place) => chosen[place % chosen.length]?.name ?? "");
}

/** Whether the bots have learned who wins by the options of a table. Otherwise all of them play for the best turn. */
export function learnedRules(rules: readonly RuleOption[], options: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(options).every((name) => rules.some(({ option, learned }) => option === name && learned));
}
