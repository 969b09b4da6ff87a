// The animation after a game, step by step: the podium rises, worms are counted out, the winner is crowned.
import { still } from "../ui/motion";

/** Milliseconds: when counting begins, how long it takes at most, and when everything is over. */
const COUNTING = 500;
const COUNTED = 1400;
const OVER = 2400;
/** Worms are counted no slower than this. */
const SLOWEST = 110;

export class Staging {
  /** Worms that have been counted out for everybody so far. */
  counted = $state(0);
  over = $state(false);
  readonly #most: number;
  #timers: (ReturnType<typeof setTimeout> | ReturnType<typeof setInterval>)[] = [];

  /** With reduced motion, or if the end was not seen live, everything is shown at once. */
  constructor(scores: readonly number[], staged: boolean) {
    this.#most = Math.max(0, ...scores);
    if (staged && !still()) this.#run();
    else this.skip();
  }

  /** Show the end at once. */
  readonly skip = (): void => {
    this.stop();
    this.counted = this.#most;
    this.over = true;
  };

  stop(): void {
    this.#timers.forEach(clearTimeout);
    this.#timers = [];
  }

  #run(): void {
    const every = Math.min(SLOWEST, COUNTED / Math.max(this.#most, 1));
    const count = () => this.#timers.push(setInterval(() => (this.counted = Math.min(this.counted + 1, this.#most)), every));
    this.#timers = [setTimeout(count, COUNTING), setTimeout(this.skip, OVER)];
  }
}
