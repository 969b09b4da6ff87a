// The number and strength of the bots of "Play now", remembered for each game.
import { recall, retain } from "../settings.svelte";
import { strengthLevel } from "../table/names";
import { type Level, levelsOf, type Opposition, USUAL_OPPOSITION } from "../table/opponents";
import type { GameInfo, Strength } from "../wire/http";

const keyOf = (game: string) => `opposition.${game}`;
/** Choices of this visit, for browsers without storage. */
const chosen = new Map<string, string>();

/** The last choice, as far as the game still offers it. */
export function oppositionIn({ name, seats: [low, high], bots }: GameInfo): Opposition {
  const [count = "", wanted = ""] = (chosen.get(name) ?? recall(keyOf(name)) ?? "").split(" ");
  const level = nearest(levelsOf(bots), wanted) ?? USUAL_OPPOSITION.level;
  return { count: Math.min(high - 1, Math.max(low - 1, Number(count) || USUAL_OPPOSITION.count)), level };
}

/** The level that comes closest to a remembered one, which earlier versions of the game may have offered. */
function nearest(levels: readonly Level[], wanted: string): Level | undefined {
  const rank = (level: string) => strengthLevel(level as Strength);
  const [closest] = levels.filter(rank).sort((a, b) => Math.abs(rank(a) - rank(wanted)) - Math.abs(rank(b) - rank(wanted)));
  return levels.find((each) => each === wanted) ?? (rank(wanted) > 0 ? closest : undefined);
}

export function chooseOpposition(game: string, { count, level }: Opposition): void {
  chosen.set(game, `${count} ${level}`);
  retain(keyOf(game), `${count} ${level}`);
}
