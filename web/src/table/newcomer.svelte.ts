// Newcomers are asked once whether it is their first time, throw the first dice themselves, and see a few hints, each once.
import { recall, retain } from "../settings.svelte";

export class Newcomer {
  /** The answer to "First time?"; null before that. */
  #answer = $state<string | null>(recall("first_time"));
  #thrown = $state(recall("first_throw") === "done");
  #seen = $state.raw<readonly string[]>((recall("hints") ?? "").split(" ").filter(Boolean));

  /** Whether "First time?" has been answered. */
  get asked(): boolean {
    return this.#answer !== null;
  }

  /** Whether there are hints at all. */
  get hinted(): boolean {
    return this.#answer === "yes";
  }

  /** Whether the first dice are still to be thrown. */
  get throws(): boolean {
    return this.hinted && !this.#thrown;
  }

  answer(first: boolean): void {
    this.#answer = first ? "yes" : "no";
    retain("first_time", this.#answer);
  }

  throwDice(): void {
    this.#thrown = true;
    retain("first_throw", "done");
  }

  hasSeen(hint: string): boolean {
    return this.#seen.includes(hint);
  }

  see(hint: string): void {
    if (this.hasSeen(hint)) return;
    this.#seen = [...this.#seen, hint];
    retain("hints", this.#seen.join(" "));
  }
}

export const newcomer = new Newcomer();
