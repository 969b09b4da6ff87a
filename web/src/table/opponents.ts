// Which bots to play against.
import type { BotInfo } from "../wire/http";
import { strengthLevel } from "./names";

const OPPONENTS = 2;

/** The strongest first, and one of each strength, so that they play differently. */
export function opponents(bots: BotInfo[]): string[] {
  const strongest = [...bots].sort((a, b) => strengthLevel(b.strength) - strengthLevel(a.strength));
  const first = strongest.filter(({ strength }, place) => strongest.findIndex((bot) => bot.strength === strength) === place);
  return first.slice(0, OPPONENTS).map(({ name }) => name);
}
