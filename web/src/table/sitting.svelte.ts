// Sitting down: who has no name yet is asked for one first.
import { settings } from "../settings.svelte";
import { errorInWords } from "./problems";
import type { TableStore } from "./store.svelte";

export class Sitting {
  /** The seat that somebody without a name wants to have; "any" for the next free one. */
  wanted = $state<number | "any" | null>(null);
  problem = $state("");

  constructor(readonly store: TableStore) {}

  async sit(seat: number | "any", name = settings.name): Promise<void> {
    if (!name) {
      this.wanted = seat;
      return;
    }
    this.wanted = null;
    try {
      const known = await settings.introduce(name);
      // The connection was made before we had this name.
      this.store.reconnect();
      this.store.sit(known, seat === "any" ? undefined : seat);
    } catch (error) {
      this.problem = errorInWords(error);
    }
  }
}
