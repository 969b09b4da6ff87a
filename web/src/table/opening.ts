// Opening a table: against bots at once, or for friends.
import { settings } from "../settings.svelte";
import * as http from "../wire/http";
import type { Plan } from "../wire/types";
import { Seeds } from "./seeds";

/** The bots for a quick game, those that people like to play against first; a game has only some of them. */
const LIKED = ["greedy", "sure", "cautious", "sampler", "random"];
const OPPONENTS = 2;

export function opponents(bots: string[]): string[] {
  return LIKED.filter((bot) => bots.includes(bot)).slice(0, OPPONENTS);
}

/** Sit down with bots and start; return where. */
export async function playNow(game: http.GameInfo): Promise<string> {
  const name = await settings.introduce(settings.name);
  const bots = opponents(game.bots);
  const { code } = await http.openTable({
    plan: { game: game.name, seats: 1 + bots.length },
    name,
    commitment: new Seeds().commit(),
    bots,
    start: true,
  });
  return `/t/${code}`;
}

/** Open a table and sit down at it; return where. */
export async function playWithFriends(game: http.GameInfo, seats: number, more: Partial<Plan>): Promise<string> {
  const name = await settings.introduce(settings.name);
  const { code } = await http.openTable({
    plan: { ...more, game: game.name, seats },
    name,
    commitment: new Seeds().commit(),
  });
  return `/t/${code}`;
}
