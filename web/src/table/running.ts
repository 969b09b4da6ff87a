// The tables at which a player of this device still sits.
import { isHere, STATIC } from "../offline/reach.svelte";
import { hereHost, Problem, table as ask } from "../wire/http";
import type { TableInfo, Welcome } from "../wire/types";
import { forget, remembered, type Visit } from "./myTables";

export interface Running {
  welcome: Welcome;
  /** When it was last opened here. */
  at: number;
}

/** Whether there is something to go back for: between games only if other people sit there, who may want to continue. */
export function worthIt(table: TableInfo, mine: readonly number[]): boolean {
  if (mine.length === 0 || table.phase === "closed") return false;
  return table.phase !== "over" || table.seats.some((holder, seat) => holder?.person && !mine.includes(seat));
}

/** Whether there is a server, though it could not be asked. */
const isAway = (error: unknown) => !STATIC && error instanceof Problem && error.status === 0;

async function still(visit: Visit): Promise<Running | Visit | null> {
  const { code, at } = visit;
  try {
    // Only to look for a table nothing is downloaded.
    if (isHere(code) && !(await (await hereHost()).here.isThere())) return null;
    const welcome = await ask(code);
    return worthIt(welcome.table, welcome.mine) ? { welcome, at } : null;
  } catch (error) {
    // What is between us and the server may also say that there is nothing, but not in the server's words.
    if (error instanceof Problem && ["no_table", "bad_code"].includes(error.code)) forget(code);
    return !isHere(code) && !visit.over && isAway(error) ? visit : null;
  }
}

export const isMyTurn = ({ table, position, mine }: Welcome) =>
  table.phase === "playing" && position?.to_act != null && mine.includes(position.to_act);

/** The tables that answer, those that wait for us first, and the visits to tables whose server cannot be reached. */
export async function findTables(visits: readonly Visit[] = remembered()): Promise<{ running: Running[]; away: Visit[] }> {
  const found = (await Promise.all(visits.map(still))).filter((each) => each !== null);
  const running = found.filter((each) => "welcome" in each);
  return {
    running: running.sort((a, b) => Number(isMyTurn(b.welcome)) - Number(isMyTurn(a.welcome))),
    away: found.filter((each): each is Visit => !("welcome" in each)),
  };
}

export const runningTables = async (visits: readonly Visit[]) => (await findTables(visits)).running;
