// The games that the server offers; without a server, those that can be played on this device.
import { fileAt } from "../offline/files";
import { reach, STATIC } from "../offline/reach.svelte";
import { type GameInfo, games, isReachable, Problem } from "./http";

/** Milliseconds for the server to answer. */
const CHECK = 3000;

/** The games of this device, which are known before its host runs; beside a server only from a complete copy. */
async function gamesHere(): Promise<GameInfo[]> {
  const list = fileAt("offline/games.json");
  const found = STATIC
    ? await fetch(list).catch(() => undefined)
    : (await caches.match(fileAt("copy.json"))) && (await caches.match(list));
  if (!found?.ok) throw new Problem("unreachable", "The games cannot be loaded.", 0);
  return (await found.json()) as GameInfo[];
}

/** If the server cannot be reached, the games are those of this device, if it has any. */
async function find(): Promise<GameInfo[]> {
  if (reach.alone) return gamesHere();
  return games().catch(async (error: Problem) => {
    if (error.code !== "unreachable") throw error;
    // One request may fail although the server is there.
    if (await isReachable(CHECK)) return games();
    const found = await gamesHere().catch(() => Promise.reject(error));
    reach.alone = true;
    return found;
  });
}

class Catalog {
  #games = $state.raw<readonly GameInfo[]>([]);
  #asked = false;

  async load(): Promise<readonly GameInfo[]> {
    this.#asked = true;
    this.#games = await find();
    return this.#games;
  }

  /** The server's description of a game, if it has answered. The first call requests it. */
  find(name: string): GameInfo | undefined {
    const found = this.#games.find((game) => game.name === name);
    if (!found && !this.#asked) void this.load().catch(() => (this.#asked = false));
    return found;
  }
}

export const catalog = new Catalog();
