// Sitting down: players without a name are asked for one first.
import { settings } from "../settings.svelte";
import { Problem } from "../wire/http";
import { errorInWords } from "../wire/refusals";
import type { LiveTable } from "./feed";

export class Sitting {
  /** The seat for which a name is asked for, because there is none yet or it was refused; "any" for the next free one. */
  wanted = $state<number | "any" | null>(null);
  problem = $state("");

  constructor(readonly live: LiveTable) {}

  async sit(seat: number | "any", name = settings.name): Promise<void> {
    this.problem = "";
    if (!name) {
      this.wanted = seat;
      return;
    }
    try {
      const known = await settings.introduce(name);
      this.wanted = null;
      // The connection was opened before we had this name.
      this.live.reconnect();
      this.live.sit(known, seat === "any" ? undefined : seat);
    } catch (error) {
      this.problem = errorInWords(error);
      if (error instanceof Problem && error.code === "bad_name") this.wanted = seat;
    }
  }

  /** Close the dialog without a name. */
  cancel(): void {
    this.wanted = null;
    this.problem = "";
  }
}
