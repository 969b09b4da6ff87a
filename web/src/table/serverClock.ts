// The server's clock, as far as its messages show it. It may be set at any time.

/** How far the clocks of several server processes may differ, in milliseconds. */
const DIFFERENCE = 1000;

export class ServerClock {
  /** How far it is ahead of ours, in milliseconds. */
  #ahead = 0;
  #latest = 0;

  /** A message shows the time now. */
  show(now: number): void {
    this.#latest = now;
    this.#ahead = now - Date.now();
  }

  /** A new entry has the time when it was written. It may come late, but in order: an earlier time shows that the clock was set back. */
  wrote(at: number): void {
    if (at - Date.now() > this.#ahead || at < this.#latest - DIFFERENCE) this.show(at);
    else this.#latest = at;
  }

  /** Return the time by our clock. */
  ours(at: number): number {
    return at - this.#ahead;
  }
}
