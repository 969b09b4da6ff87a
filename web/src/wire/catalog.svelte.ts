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

  /** What the server says about a game, as far as it has answered. The first call asks it. */
  find(name: string): GameInfo | undefined {
    const found = this.#games.find((game) => game.name === name);
    if (!found && !this.#asked) void this.load().catch(() => (this.#asked = false));
    return found;
  }
}

export const catalog = new Catalog();
