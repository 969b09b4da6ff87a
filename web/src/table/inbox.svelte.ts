// The messages of a table in order. The first message that names a game, and all after it, wait until that game is loaded.
import type { Message } from "../wire/types";
import type { GameModule } from "./gameModule";

/** Finds a game, or loads it first. */
export type FindModule = (game: string) => GameModule | Promise<GameModule>;

export class Inbox {
  /** Whether the game of the table could not be loaded. */
  unloaded = $state(false);
  #module = $state.raw<GameModule | null>(null);
  #waiting: Message[] = [];

  constructor(
    readonly moduleOf: FindModule,
    readonly take: (message: Message) => void,
  ) {}

  /** The game that is on the table; null before the first message that names one. */
  get module(): GameModule | null {
    return this.#module;
  }

  receive(message: Message): void {
    if (this.#waiting.push(message) === 1) this.#go();
  }

  /** Try once more to load the game. */
  loadAgain(): void {
    if (this.unloaded) this.#go();
  }

  /** Drop unprocessed messages: the next connection sends them again. */
  clear(): void {
    this.#waiting = [];
  }

  /** Process the messages one after the other. */
  #go(): void {
    this.unloaded = false;
    for (let message = this.#waiting[0]; message; message = this.#waiting[0]) {
      const module = this.#gameIn(message);
      if (module instanceof Promise) {
        module.then(() => this.#go(), () => (this.unloaded = true));
        return;
      }
      this.#module = module;
      this.#waiting.shift();
      this.take(message);
    }
  }

  /** The game on the table after a message. */
  #gameIn(message: Message): GameModule | null | Promise<GameModule> {
    const named = message.type === "welcome" || message.type === "happened" ? message.table?.plan.game : undefined;
    return named === undefined || named === this.#module?.name ? this.#module : this.moduleOf(named);
  }
}
