// Asks for a second press before a move with serious consequences.
const FORGOTTEN = 4000;
/** A second press within this many milliseconds counts as an accidental double press. */
const DELIBERATE = 400;

export class Confirmation {
  armed = $state<string | null>(null);
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly act: (move: string) => void) {}

  /** Make a move: at once, or at the second press if it has serious consequences. */
  press(move: string, grave: boolean): void {
    const now = performance.now();
    if (grave && this.armed === move && now - this.#since < DELIBERATE) return;
    clearTimeout(this.#timer);
    if (grave && this.armed !== move) {
      this.armed = move;
      this.#since = now;
      this.#timer = setTimeout(() => (this.armed = null), FORGOTTEN);
      return;
    }
    this.armed = null;
    this.act(move);
  }
}
