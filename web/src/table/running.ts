// The tables at which a player of this device still sits.
import { isHere } from "../offline/reach.svelte";
import { hereHost, Problem, table as ask } from "../wire/http";
import type { Welcome } from "../wire/types";
import { forget, remembered, type Visit } from "./myTables";

export interface Running {
  welcome: Welcome;
  /** When it was last opened here. */
  at: number;
}

/** Between games only if other people sit there, who may want to continue. */
function worthIt({ table, mine }: Welcome): boolean {
  if (mine.length === 0 || table.phase === "closed") return false;
  return table.phase !== "over" || table.seats.some((holder, seat) => holder?.person && !mine.includes(seat));
}

async function still({ code, at }: Visit): Promise<Running | null> {
  try {
    // Only to look for a table nothing is downloaded.
    if (isHere(code) && !(await (await hereHost()).here.isThere())) return null;
    const welcome = await ask(code);
    return worthIt(welcome) ? { welcome, at } : null;
  } catch (error) {
    if (error instanceof Problem && [400, 404].includes(error.status)) forget(code);
    return null;
  }
}

export const isMyTurn = ({ table, position, mine }: Welcome) =>
  table.phase === "playing" && position?.to_act != null && mine.includes(position.to_act);

/** Tables that wait for us come first. */
export async function runningTables(visits: readonly Visit[] = remembered()): Promise<Running[]> {
  const found = (await Promise.all(visits.map(still))).filter((each) => each !== null);
  return found.sort((a, b) => Number(isMyTurn(b.welcome)) - Number(isMyTurn(a.welcome)));
}
