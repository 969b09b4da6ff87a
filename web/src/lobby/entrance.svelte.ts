// Entering a game: players without a name are asked for one first and, if a game starts at once, whether it is their first time.
import { place } from "../route.svelte";
import { settings } from "../settings.svelte";
import { catalog } from "../wire/catalog.svelte";
import { Problem } from "../wire/http";
import { errorInWords } from "../wire/refusals";

export class Entrance<Game> {
  /** The game for which a name is asked for, because there is none yet or it was refused. */
  wanted = $state.raw<Game | null>(null);
  /** The game that was tried last: errors are shown beside its button. */
  #tried = $state.raw<Game | null>(null);
  busy = $state(false);
  problem = $state("");
  /** Ends the attempt that is in progress. */
  #attempt = new AbortController();

  /** `open` finds or opens a table for a game under a name, and returns its path; `signal` ends it before it opens one. `asks` says whether more than a name is asked for. */
  constructor(
    readonly open: (game: Game, name: string, signal: AbortSignal) => Promise<string>,
    readonly asks: () => boolean = () => false,
  ) {}

  /** The error to show beside the button of a game; the name dialog shows its own. */
  problemOf(game: Game): string {
    return this.wanted === null && this.#tried === game ? this.problem : "";
  }

  /** Without a name: under the known one. */
  async enter(game: Game, name?: string): Promise<void> {
    if (this.busy) return;
    this.#tried = game;
    this.problem = "";
    const known = name ?? (this.asks() ? "" : settings.name);
    if (!known) {
      this.wanted = game;
      return;
    }
    this.busy = true;
    const { signal } = (this.#attempt = new AbortController());
    try {
      const path = await this.open(game, known, signal);
      if (signal.aborted) return;
      this.wanted = null;
      place.go(path);
    } catch (error) {
      if (!signal.aborted) this.fail(game, error);
    } finally {
      if (!signal.aborted) this.busy = false;
    }
  }

  fail(game: Game, error: unknown): void {
    this.#tried = game;
    this.problem = errorInWords(error);
    if (error instanceof Problem && error.code === "bad_name") this.wanted = game;
    // Perhaps the games can be played on this device.
    if (error instanceof Problem && error.code === "unreachable") void catalog.load().catch(() => undefined);
  }

  /** Close the name dialog, or leave the page: a game that is still being prepared is not entered any more. */
  cancel(): void {
    this.#attempt.abort();
    this.busy = false;
    this.wanted = null;
    this.problem = "";
  }
}
