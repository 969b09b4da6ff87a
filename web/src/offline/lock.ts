// One page at a time plays on this device: two would overtake each other. The others can wait, or take over.

const NAME = "heckmeck-offline";
/** Milliseconds after which another page counts as open; a page that is just being reloaded lets go sooner. */
const PATIENCE = 2500;

export interface Holder {
  /** Another page has it; it is held as soon as that one lets go. */
  waits(): void;
  held(): void;
  /** Another page took over. */
  lost(): void;
}

export class Lock {
  #held = false;

  /** Pages over plain HTTP have no locks: there the storage alone prevents that a move is made twice. */
  constructor(
    readonly holder: Holder,
    readonly locks: Pick<LockManager, "request"> | null = navigator.locks ?? null,
  ) {}

  take(steal = false): void {
    if (!this.locks) return this.#hold();
    const late = steal ? undefined : setTimeout(() => this.#held || this.holder.waits(), PATIENCE);
    const keep = () => {
      clearTimeout(late);
      this.#hold();
      // Until the page is closed, or another one takes over.
      return new Promise<never>(() => undefined);
    };
    this.locks.request(NAME, { steal }, keep).catch(() => {
      clearTimeout(late);
      if (!this.#held) return;
      this.#held = false;
      this.holder.lost();
    });
  }

  #hold(): void {
    if (this.#held) return;
    this.#held = true;
    this.holder.held();
  }
}
