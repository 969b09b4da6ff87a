// The number and strength of the bots of "Play now", remembered for each game.
import { recall, retain } from "../settings.svelte";
import { levelsOf, type Opposition, USUAL_OPPOSITION } from "../table/opponents";
import type { GameInfo } from "../wire/http";

const keyOf = (game: string) => `opposition.${game}`;
/** Choices of this visit, for browsers without storage. */
const chosen = new Map<string, string>();

/** The last choice, as far as the game still offers it. */
export function oppositionIn({ name, seats: [low, high], bots }: GameInfo): Opposition {
  const [count = "", wanted = ""] = (chosen.get(name) ?? recall(keyOf(name)) ?? "").split(" ");
  const level = levelsOf(bots).find((each) => each === wanted) ?? USUAL_OPPOSITION.level;
  return { count: Math.min(high - 1, Math.max(low - 1, Number(count) || USUAL_OPPOSITION.count)), level };
}

export function chooseOpposition(game: string, { count, level }: Opposition): void {
  chosen.set(game, `${count} ${level}`);
  retain(keyOf(game), `${count} ${level}`);
}
