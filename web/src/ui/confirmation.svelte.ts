// A move that one would regret needs a second press. The first one says so.
const FORGOTTEN = 4000;

export class Confirmation {
  armed = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly act: (move: string) => void) {}

  /** Make a move, at once or, if it is a grave one, at the second press. */
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
