// Several players at one device: each hand is shown only while its owner holds the device.
import type { Position } from "../wire/messages";
import type { Happened } from "../wire/types";
import type { GameModule } from "./gameModule";

export class SharedDevice {
  #uncovered = $state<number | null>(null);
  #lastActing = $state(-1);

  /** The own seat whose hand is uncovered. */
  get holder(): number | null {
    return this.#uncovered;
  }

  /** Whether the hand in a position is covered, because another person may be looking. */
  covers(position: Position | null, mine: readonly number[], module: () => GameModule): boolean {
    const seat = position && module().hand?.seatIn(position);
    if (mine.length < 2 || seat == null) return false;
    return seat !== this.#uncovered || position?.to_act !== this.#uncovered;
  }

  /** Show the hand of the player to act, who holds the device now. */
  uncover(acting: number | null): void {
    this.#uncovered = acting;
  }

  /** One of the own seats is to act. If it is another one than before, the device is passed on. */
  passTo(acting: number): void {
    this.#lastActing = acting;
    if (acting !== this.#uncovered) this.#uncovered = null;
  }

  /** The seat from which the table is seen: of several own seats the one that was to act last. */
  viewpoint(mine: readonly number[]): number | undefined {
    return mine.includes(this.#lastActing) ? this.#lastActing : mine[0];
  }
}

/** The entries without what only one of several players at this device may know. */
export function withoutPrivateEvents(entries: readonly Happened[], module: GameModule | null): readonly Happened[] {
  const hidden: readonly string[] = module?.hand?.privateEvents ?? [];
  if (hidden.length === 0) return entries;
  return entries.map((entry) => {
    const events = entry.events?.filter(({ event }) => !hidden.includes(event));
    return events && events.length < (entry.events?.length ?? 0) ? { ...entry, events } : entry;
  });
}
