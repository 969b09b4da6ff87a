// Automatic playback of a past game.
import type { ReplayFeed } from "./replayFeed.svelte";

/** Milliseconds for one step at normal speed: long enough to see dice fall. */
const STEP = 1200;
export const SPEEDS = [0.5, 1, 2, 4] as const;

export class Playback {
  playing = $state(false);
  speed = $state(1);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly feed: ReplayFeed) {}

  toggle(): void {
    if (this.playing) return this.stop();
    if (this.feed.aim === this.feed.last) this.feed.go(0);
    this.playing = true;
    this.#wait();
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#next(), STEP / this.speed);
  }

  #next(): void {
    this.feed.step(1);
    if (this.feed.aim === this.feed.last) this.stop();
    else this.#wait();
  }
}
