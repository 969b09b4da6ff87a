// The turns of a game as the review lists them.
import type { LogGroup, LogRow } from "../table/logBook";

export interface ListedTurn {
  row: LogRow & { seat: number };
  /** The number of the round, from 1; 0 in a game without rounds. */
  round: number;
}

/** The turns that have a line, in their order. In a game of rounds the deal before the first one is no turn. */
export function listedTurns(groups: readonly LogGroup[], rounds: boolean): ListedTurn[] {
  return groups
    .filter(({ round }) => !rounds || round > 0)
    .flatMap(({ rows, round }) => rows.flatMap((row) => (row.seat !== null && row.digest ? [{ row: row as ListedTurn["row"], round }] : [])));
}

/** The number of rounds, or of turns in a game without rounds. */
export function countOf(turns: readonly ListedTurn[], rounds: boolean): number {
  return rounds ? new Set(turns.map(({ round }) => round)).size : turns.length;
}
