// After a game: who is ready for another. To be ready is to have thrown in a new seed.
import type { TableInfo } from "../wire/types";

/** The people who have not said yet that they play again. */
export function waitedFor(table: TableInfo): number[] {
  return table.seats.flatMap((holder, seat) => (holder?.person && !holder.bot && !holder.committed ? [seat] : []));
}

/** The seats on which nobody sits. */
export function freeSeats(table: TableInfo): number[] {
  return table.seats.flatMap((holder, seat) => (holder ? [] : [seat]));
}
