// Games of the past, as the server tells of them.
import type { FairRecord } from "../fairness/record";
import { ask } from "../wire/http";
import type { PlayedGame, PlayerTally, Replay, Statistics } from "../wire/types";

/** A game with all that can be said about it. */
export interface Past {
  replay: Replay;
  record: FairRecord;
  /** Where it was played: null for a game from a file. */
  played: { code: string; number: number } | null;
  /** Each seat's luck against the exact odds, where it is known. */
  luck: (number | null)[];
}

const path = (code: string, number: number) => `/api/tables/${encodeURIComponent(code)}/games/${number}`;

export const recordAddress = path;
export const replayAddress = (code: string, number: number) => `/t/${code}/games/${number}`;
/** So many games come at a time. */
export const PAGE = 50;
/** One's own games that ended, the latest first; those after another one where it is named. */
export const history = (last?: PlayedGame) =>
  ask<PlayedGame[]>(`/api/history?limit=${PAGE}${last ? `&before=${encodeURIComponent(`${last.table}/${last.number}`)}` : ""}`);
/** What the games of a table came to, for each who played there. */
export const tallies = (code: string) => ask<PlayerTally[]>(`/api/tables/${encodeURIComponent(code)}/statistics`);
export const statistics = () => ask<Statistics[]>("/api/statistics");

export async function loadPast(code: string, number: number): Promise<Past> {
  const [replay, record, luck] = await Promise.all([
    ask<Replay>(`${path(code, number)}/replay`),
    ask<FairRecord>(path(code, number)),
    luckOf(code, number),
  ]);
  return { replay, record, played: { code, number }, luck };
}

/** The luck of each seat of a game, as far as it has been worked out. */
export async function luckOf(code: string, number: number): Promise<Past["luck"]> {
  const [game] = await ask<PlayedGame[]>(`/api/tables/${encodeURIComponent(code)}/games?before=${number + 1}&limit=1`);
  const luck: Past["luck"] = [];
  for (const result of game?.results ?? []) luck[result.seat] = result.luck;
  return luck;
}

/** A game from a file: one line of it. The server plays it again; nothing of it is kept there. */
export async function readPast(line: string): Promise<Past> {
  const record = parsed(line);
  const replay = await ask<Replay>("/api/replay", record ?? line);
  return { replay, record: record as FairRecord, played: null, luck: replay.players.map(() => null) };
}

/** What a line holds; what is no JSON at all goes to the server as it is, which says so. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
