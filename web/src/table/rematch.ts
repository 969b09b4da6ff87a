// After a game: who is ready for another. Players are ready when they have committed to a new seed.
import type { TableInfo } from "../wire/types";

/** The people who are not ready yet. */
export function waitedFor(table: TableInfo): number[] {
  return table.seats.flatMap((holder, seat) => (holder?.person && !holder.bot && !holder.committed ? [seat] : []));
}

/** The free seats. */
export function freeSeats(table: TableInfo): number[] {
  return table.seats.flatMap((holder, seat) => (holder ? [] : [seat]));
}
