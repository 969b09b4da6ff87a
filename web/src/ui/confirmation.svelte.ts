// Asks for a second press before a move with serious consequences.
const FORGOTTEN = 4000;

export class Confirmation {
  armed = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly act: (move: string) => void) {}

  /** Make a move: at once, or at the second press if it is a grave one. */
  press(move: string, grave: boolean): void {
    clearTimeout(this.#timer);
    if (grave && this.armed !== move) {
      this.armed = move;
      this.#timer = setTimeout(() => (this.armed = null), FORGOTTEN);
      return;
    }
    this.armed = null;
    this.act(move);
  }
}
