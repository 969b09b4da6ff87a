// The games that the server offers.
import { type GameInfo, games } from "./http";

class Catalog {
  #games = $state.raw<readonly GameInfo[]>([]);
  #asked = false;

  async load(): Promise<readonly GameInfo[]> {
    this.#asked = true;
    this.#games = await games();
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
