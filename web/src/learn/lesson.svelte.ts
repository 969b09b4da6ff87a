// A lesson: a table that was recorded on the real rules. The reader makes its moves; nothing is decided here.
import type { GameModule } from "../table/gameModule";
import type { Show } from "../table/tableStore.svelte";
import type { Happened, TableInfo, Welcome } from "../wire/types";
import { LessonFeed } from "./lessonFeed.svelte";

export interface LessonStep {
  /** The name of its words. */
  words: string;
  /** The move that the reader is asked for. */
  ask?: string;
  /** The table is set to this. */
  scene?: Welcome;
  /** The entries that follow, one after another. */
  then?: Happened[];
}

export interface Recorded {
  game: string;
  steps: LessonStep[];
}

export interface LessonOptions {
  module: GameModule;
  show: Show;
  /** The reader's name. */
  name: string;
  /** Milliseconds between two automatic entries. */
  pace: () => number;
  at?: number;
}

export class Lesson {
  at = $state(0);
  /** How often the reader has tried something else in this step. */
  missed = $state(0);
  /** Whether automatic entries are still being shown. */
  playing = $state(false);
  readonly feed: LessonFeed;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: Happened[] = [];

  constructor(
    readonly recorded: Recorded,
    readonly options: LessonOptions,
  ) {
    this.feed = new LessonFeed(options.module, options.show, (move) => this.#moved(move));
    this.goTo(Math.min(options.at ?? 0, recorded.steps.length - 1));
  }

  get step(): LessonStep {
    return this.recorded.steps[this.at] ?? { words: "" };
  }

  get last(): boolean {
    return this.at === this.recorded.steps.length - 1;
  }

  /** Set the table to the beginning of a step. */
  goTo(at: number): void {
    this.#still();
    const { steps } = this.recorded;
    const scene = steps.findLastIndex((step, place) => place <= at && step.scene);
    this.feed.clear();
    steps.slice(scene, at).forEach((step) => this.#play([...this.#scene(step), ...(step.then ?? [])]));
    this.#play(this.#scene(steps[at]));
    this.#arrive(at);
  }

  back(): void {
    if (this.at > 0) this.goTo(this.at - 1);
  }

  /** Do what is asked, watch others, or read on. While automatic entries are shown: skip to their end. */
  next(): void {
    if (this.playing) {
      this.#play(this.#waiting);
      this.#finish();
    } else if (!this.last || this.step.then) {
      this.#happen([...(this.step.then ?? [])]);
    }
  }

  /** Stop showing automatic entries. */
  #still(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
    this.playing = false;
  }

  #moved(move: string): void {
    const following = this.recorded.steps[this.at + 1];
    // The reader was faster than the text, which is fine.
    if (!this.step.ask && !this.step.then && following?.ask === move && !following.scene) this.#arrive(this.at + 1);
    if (this.step.ask === move) this.next();
    else this.missed += 1;
  }

  #happen(entries: Happened[]): void {
    this.#waiting = entries;
    this.#play(this.#waiting.splice(0, 1));
    this.playing = this.#waiting.length > 0;
    if (!this.playing) return this.#finish();
    this.#timer = setTimeout(() => this.#happen(this.#waiting), this.options.pace());
  }

  #finish(): void {
    this.#still();
    const at = this.at + 1;
    this.#play(this.#scene(this.recorded.steps[at]));
    this.#arrive(at);
  }

  #arrive(at: number): void {
    this.at = at;
    this.missed = 0;
  }

  #scene(step: LessonStep | undefined): Welcome[] {
    return step?.scene ? [step.scene] : [];
  }

  #play(messages: (Happened | Welcome)[]): void {
    messages.forEach((message) => this.feed.play(message.table ? { ...message, table: this.#named(message.table) } : message));
  }

  #named(table: TableInfo): TableInfo {
    const seats = table.seats.map((seat) => (seat?.name === "" ? { ...seat, name: this.options.name } : seat));
    return { ...table, seats };
  }
}
