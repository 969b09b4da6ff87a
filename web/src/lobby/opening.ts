// Opening a table: against bots at once, with other visitors, or for friends.
import { Seeds } from "../fairness/seeds";
import { settings } from "../settings.svelte";
import { opponents } from "../table/opponents";
import * as http from "../wire/http";
import { newId } from "../wire/messages";
import type { Plan } from "../wire/types";
import { oppositionIn } from "./opposition";

/** The request without an answer yet: repeating it opens the same table. */
let unanswered: { wanted: string; id: string } | null = null;

async function openTable(table: http.OpenTable, signal?: AbortSignal): Promise<string> {
  // The error is shown to nobody.
  if (signal?.aborted) throw new http.Problem("dismissed", "", 0);
  const wanted = JSON.stringify({ ...table, commitment: null });
  if (unanswered?.wanted !== wanted) unanswered = { wanted, id: newId() };
  try {
    const { code } = await http.openTable({ ...table, id: unanswered.id });
    unanswered = null;
    return code;
  } catch (error) {
    if (error instanceof http.Problem && error.status > 0) unanswered = null;
    throw error;
  }
}

/** Sit down with bots, as many and as strong as last time, and start; return the table's path. */
export async function playNow(game: http.GameInfo, wanted: string, signal?: AbortSignal): Promise<string> {
  const name = await settings.introduce(wanted);
  const bots = opponents(game.bots, oppositionIn(game));
  const code = await openTable({
    plan: { game: game.name, seats: 1 + bots.length, pace: settings.pace },
    name,
    commitment: new Seeds().commit(),
    bots,
    start: true,
  }, signal);
  return `/t/${code}`;
}

/** Sit down with other visitors, or at a new table that bots fill in a moment; return its path. */
export async function playQuickly(game: string, wanted: string): Promise<string> {
  const name = await settings.introduce(wanted);
  const { code } = await http.quickPlay({ game, name, commitment: new Seeds().commit() });
  return `/t/${code}`;
}

/** Open a table and sit down at it, with others at this device if there are any; return its path. */
export async function playWithFriends(
  plan: Partial<Plan> & Pick<Plan, "game" | "seats">,
  wanted: string,
  others: string[] = [],
  signal?: AbortSignal,
): Promise<string> {
  const name = await settings.introduce(wanted);
  const seeds = new Seeds();
  const code = await openTable({ plan: { pace: settings.pace, ...plan }, name, commitment: seeds.commit() }, signal);
  for (const other of others) {
    await http.command(code, { type: "sit", id: newId(), name: other, commitment: seeds.commit() });
  }
  return `/t/${code}`;
}
