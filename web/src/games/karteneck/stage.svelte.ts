// What the table shows: usually the current position, and after a round first the serving, picture by picture.
import { untrack } from "svelte";
import { onSkip, still } from "../../ui/motion";
import type { Happened, KarteneckPosition } from "../../wire/types";
import { type Scene, scenes } from "./serving";

/** The whole serving takes at most this long, in milliseconds, and one portion no longer than this. */
const LONGEST = 2300;
const STEP = 460;

export class Stage {
  position = $state.raw<KarteneckPosition | null>(null);
  /** The picture of the serving that is shown; null while the table shows the current position. */
  scene = $state.raw<Scene | null>(null);
  #seen = -1;
  #now: KarteneckPosition | null = null;
  #forget = () => {};
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Show a new position, after the serving if its entry brought one. */
  follow(position: KarteneckPosition | null, entry: Happened | null): void {
    const before = this.#now;
    this.#now = position;
    const fresh = entry !== null && entry.seq > this.#seen;
    this.#seen = Math.max(this.#seen, entry?.seq ?? -1);
    const pictures = fresh && before && position && before.seat === position.seat && !still() && !document.hidden ? scenes(before, entry.events ?? []) : [];
    if (pictures.length > 0) this.#play(pictures, Math.min(STEP, LONGEST / pictures.length));
    else if (untrack(() => this.scene) === null) this.position = position;
  }

  /** Skip to the current position. */
  skip(): void {
    if (this.scene === null) return;
    clearTimeout(this.#timer);
    this.#forget();
    this.scene = null;
    this.position = this.#now;
  }

  #play([picture, ...rest]: Scene[], step: number): void {
    clearTimeout(this.#timer);
    if (!picture) return this.skip();
    this.#forget();
    this.#forget = onSkip(() => this.skip());
    this.scene = picture;
    // Our own hand and its counts are not part of the serving.
    this.position = { ...picture.position, hand: this.#now?.hand ?? [] };
    this.#timer = setTimeout(() => this.#play(rest, step), step);
  }
}

