// The way to a table: who has no name yet is asked for one first.
import { place } from "../route.svelte";
import { settings } from "../settings.svelte";
import { errorInWords } from "./problems";

export class Entrance<Game> {
  /** The game that somebody without a name wants to play. */
  wanted = $state.raw<Game | null>(null);
  busy = $state(false);
  problem = $state("");

  /** `open` finds or makes a table for a game, and says where it is. */
  constructor(readonly open: (game: Game) => Promise<string>) {}

  async enter(game: Game, name = settings.name): Promise<void> {
    this.wanted = name ? null : game;
    if (!name || this.busy) return;
    settings.name = name;
    this.busy = true;
    this.problem = "";
    try {
      place.go(await this.open(game));
    } catch (error) {
      this.problem = errorInWords(error);
    } finally {
      this.busy = false;
    }
  }
}
