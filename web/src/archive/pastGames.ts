// Games of the past, from the server or from a file.
import type { FairRecord } from "../fairness/record";
import { cardOf, moduleOf } from "../games/registry";
import type { GameModule, PastGameModule } from "../table/gameModule";
import { ask } from "../wire/http";
import type { PlayedGame, PlayerTally, Replay, Statistics } from "../wire/types";

/** A game with all that can be said about it. */
export interface PastGame {
  replay: Replay;
  record: FairRecord;
  /** Where it was played: null for a game from a file. */
  played: { code: string; number: number } | null;
  /** Each seat's luck against the exact odds, where it is known. */
  luck: (number | null)[];
  /** The game that was played, as at a table. */
  game: GameModule;
  /** What the client needs of a game that is over. */
  module: PastGameModule;
}

const path = (code: string, number: number) => `/api/tables/${encodeURIComponent(code)}/games/${number}`;

export const recordAddress = path;
export const replayAddress = (code: string, number: number) => `/t/${code}/games/${number}`;
/** Number of games in one answer. */
export const PAGE = 50;
/** The player's finished games, the latest first; with `last` the next ones after it. */
export const history = (last?: PlayedGame) =>
  ask<PlayedGame[]>(`/api/history?limit=${PAGE}${last ? `&before=${encodeURIComponent(`${last.table}/${last.number}`)}` : ""}`);
/** What the games of a table came to, for each who played there. */
export const tallies = (code: string) => ask<PlayerTally[]>(`/api/tables/${encodeURIComponent(code)}/statistics`);
export const statistics = () => ask<Statistics[]>("/api/statistics");

export async function loadPast(code: string, number: number): Promise<PastGame> {
  const [replay, record, luck] = await Promise.all([
    ask<Replay>(`${path(code, number)}/replay`),
    ask<FairRecord>(path(code, number)),
    luckOf(code, number),
  ]);
  return { replay, record, played: { code, number }, luck, ...(await modulesOf(replay.game)) };
}

async function modulesOf(name: string): Promise<Pick<PastGame, "game" | "module">> {
  const [game, module] = await Promise.all([moduleOf(name), cardOf(name).past()]);
  return { game, module };
}

let justEnded: { key: string; past: Promise<PastGame> } | null = null;

/** A game that has just ended: all parts of the page that tell of it ask for it once. */
export function loadJustEnded(code: string, number: number): Promise<PastGame> {
  const key = `${code}/${number}`;
  if (justEnded?.key !== key) {
    const past = loadPast(code, number);
    justEnded = { key, past };
    past.catch(() => (justEnded = null));
  }
  return justEnded.past;
}

/** The luck of each seat of a game, as far as it has been worked out. */
export async function luckOf(code: string, number: number): Promise<PastGame["luck"]> {
  const [game] = await ask<PlayedGame[]>(`/api/tables/${encodeURIComponent(code)}/games?before=${number + 1}&limit=1`);
  const luck: PastGame["luck"] = [];
  for (const result of game?.results ?? []) luck[result.seat] = result.luck;
  return luck;
}

/** A game from a file: one line of it. The server plays it again; nothing of it is kept there. */
export async function readPast(line: string): Promise<PastGame> {
  const record = parsed(line);
  const replay = await ask<Replay>("/api/replay", record ?? line);
  const luck = replay.players.map(() => null);
  return { replay, record: record as FairRecord, played: null, luck, ...(await modulesOf(replay.game)) };
}

/** What a line holds; a line that is not JSON goes to the server as it is, which refuses it. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
