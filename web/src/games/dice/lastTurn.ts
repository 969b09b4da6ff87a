// The last turn, reconstructed from the log so that it can be shown again.
import type { GameEvent } from "../../wire/messages";
import type { Happened } from "../../wire/types";

export interface Throw {
  dice: string;
  /** The face that was kept; none if the attempt failed. */
  kept: string | null;
  /** The sum after it. */
  total: number;
}

export interface LastTurn {
  /** The entry that ended it. */
  seq: number;
  seat: number;
  throws: Throw[];
  failed: boolean;
  /** Its result. */
  results: GameEvent[];
}

/** The last finished turn of the current game. */
export function lastTurn(entries: readonly Happened[]): LastTurn | null {
  let last: LastTurn | null = null;
  let now: LastTurn | null = null;
  for (const entry of entries.slice(Math.max(0, entries.findLastIndex(({ what }) => what === "began")))) {
    for (const event of entry.events ?? []) {
      if (event.event === "DiceRolled") {
        if (!now || now === last) now = { seq: entry.seq, seat: event.seat, throws: [], failed: false, results: [] };
        now.throws.push({ dice: event.dice, kept: null, total: now.throws.at(-1)?.total ?? 0 });
      } else if (now && event.event === "FaceKept") {
        Object.assign(now.throws.at(-1) ?? {}, { kept: event.face, total: event.total });
      } else if (now) {
        last = now;
        now.seq = entry.seq;
        now.failed ||= event.event === "AttemptFailed";
        now.results.push(event);
      }
    }
  }
  return last;
}

/** The dice that made a turn fail: a roll without a new face, or all kept dice. */
export function fatalDice(turn: LastTurn): string {
  const roll = turn.throws.at(-1);
  if (!turn.failed || !roll) return "";
  return roll.kept === null ? roll.dice : turn.throws.map(({ dice, kept }) => [...dice].filter((face) => face === kept).join("")).join("");
}
