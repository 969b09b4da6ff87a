// Moves in the words of their game.
import type { TableFeed } from "../table/feed";
import type { Situation } from "../table/gameModule";

/** A move in the position on the table, in a few words. */
export function moveInWords(move: string, { module, position }: Pick<TableFeed, "module" | "position">): string {
  return module.coach?.move(move, (position ?? {}) as Situation) ?? move;
}
