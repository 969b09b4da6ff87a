// Past games, from the server or from a file.
import type { FairRecord } from "../fairness/record";
import { cardOf, moduleOf } from "../games/registry";
import type { GameModule, PastGameModule } from "../table/gameModule";
import { ask, gameAddress } from "../wire/http";
import type { PlayedGame, PlayerTally, Replay, Statistics } from "../wire/types";

/** Where a game was played, and the code of its record: null while it runs, or where it ended before there were such codes. */
export interface Played {
  /** The code of the table; empty for readers who have only the code of the record. */
  code: string;
  number: number;
  record: string | null;
}

/** A game with all that is known about it. */
export interface PastGame {
  replay: Replay;
  record: FairRecord;
  /** Where it was played: null for a game from a file. */
  played: Played | null;
  /** The reader's seat, if the reader took part. */
  own: number | null;
  /** Each seat's luck against the exact odds, where it is known. */
  luck: (number | null)[];
  /** The game, as at a table. */
  game: GameModule;
  /** What the client needs of a game that is over. */
  module: PastGameModule;
}

/** The code of a record opens only that game, permanently; a table's code opens all its games, for players who took part there. */
export const recordAddress = ({ code, number, record }: Played) =>
  record ? `/api/records/${encodeURIComponent(record)}` : gameAddress(code, number);
export const replayAddress = ({ code, number, record }: Played) => (record ? `/r/${record}` : `/t/${code}/games/${number}`);
export const playedAt = ({ table, number, record }: PlayedGame): Played => ({ code: table, number, record: record ?? null });
/** Number of games in one answer. */
export const PAGE = 50;
/** The player's finished games, the latest first; with `last` the next ones after it. `here`: only those of this device. */
export const history = (last?: PlayedGame, here?: boolean) =>
  ask<PlayedGame[]>(`/api/history?limit=${PAGE}${last ? `&before=${encodeURIComponent(`${last.table}/${last.number}`)}` : ""}`, undefined, null, here);
/** Copy a game of this device into the player's history at the server, which checks it and stores it once. */
export async function copyToServer(game: PlayedGame): Promise<void> {
  const record = await ask<FairRecord>(recordAddress(playedAt(game)));
  // The record does not say for whom a bot finished the game.
  const stand_ins = game.results.filter(({ person, bot }) => person && bot).map(({ seat, bot }) => [seat, bot]);
  await ask<PlayedGame>("/api/history/import", { record, ended: game.ended, stand_ins });
}
/** The totals over the games of a table, for each participant. */
export const tallies = (code: string) => ask<PlayerTally[]>(`/api/tables/${encodeURIComponent(code)}/statistics`);
export const statistics = () => ask<Statistics[]>("/api/statistics");

/** A game by its table and number. */
export async function loadPast(code: string, number: number): Promise<PastGame> {
  const game = await gameAt(code, number);
  return load(game ? playedAt(game) : { code, number, record: null }, game);
}

/** A game by the code of its record. */
export async function loadRecord(record: string): Promise<PastGame> {
  const game = await ask<PlayedGame>(`/api/records/${encodeURIComponent(record)}/game`);
  return load(playedAt(game), game);
}

async function load(played: Played, game: PlayedGame | null): Promise<PastGame> {
  const address = recordAddress(played);
  const [replay, record] = await Promise.all([ask<Replay>(`${address}/replay`), ask<FairRecord>(address)]);
  const own = game?.results.find(({ mine }) => mine)?.seat ?? null;
  return { replay, record, played, own, luck: lucksOf(game), ...(await modulesOf(replay.game)) };
}

async function modulesOf(name: string): Promise<Pick<PastGame, "game" | "module">> {
  const [game, module] = await Promise.all([moduleOf(name), cardOf(name).past()]);
  return { game, module };
}

let justEnded: { key: string; past: Promise<PastGame> } | null = null;

/** A game that has just ended: it is requested once for all parts of the page that show it. */
export function loadJustEnded(code: string, number: number): Promise<PastGame> {
  const key = `${code}/${number}`;
  if (justEnded?.key !== key) {
    const past = loadPast(code, number);
    justEnded = { key, past };
    past.catch(() => (justEnded = null));
  }
  return justEnded.past;
}

async function gameAt(code: string, number: number): Promise<PlayedGame | null> {
  const [game] = await ask<PlayedGame[]>(`/api/tables/${encodeURIComponent(code)}/games?before=${number + 1}&limit=1`);
  return game?.number === number ? game : null;
}

/** The luck of each seat of a game, as far as it has been computed. */
export const luckOf = async (code: string, number: number) => lucksOf(await gameAt(code, number));

function lucksOf(game: PlayedGame | null): PastGame["luck"] {
  const luck: PastGame["luck"] = [];
  for (const result of game?.results ?? []) luck[result.seat] = result.luck;
  return luck;
}

/** A game from one line of a file. The server replays it and stores nothing. */
export async function readPast(line: string): Promise<PastGame> {
  const record = parsed(line);
  const replay = await ask<Replay>("/api/replay", record ?? line);
  const luck = replay.players.map(() => null);
  return { replay, record: record as FairRecord, played: null, own: null, luck, ...(await modulesOf(replay.game)) };
}

/** The content of a line; a line that is not JSON is sent to the server as it is, which refuses it. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
