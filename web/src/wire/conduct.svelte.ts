// Muting, blocking and reporting other people, who are identified by a seat or an entry of a table.
import { ask, drop } from "./http";
import type { BlockedSeat, BlockInfo, NewBlock, NewReport } from "./types";

/** A person: the player on a seat now, or the author of an entry. */
export type Target = { seat: number } | { entry: number };

/** Number of mutes and unmutes so far: after each, the chat has to be read again. */
export const changes = $state({ count: 0 });

const at = (code: string, what: string) => `/api/tables/${encodeURIComponent(code)}/${what}`;

/** The seats of a table whose players are muted or blocked. */
export const blockedSeats = (code: string) => ask<BlockedSeat[]>(at(code, "blocks"));
/** All people whom the reader has muted or blocked. */
export const blocks = () => ask<BlockInfo[]>("/api/me/blocks");
export const report = (code: string, wanted: NewReport) => ask<unknown>(at(code, "reports"), wanted);

export async function block(code: string, kind: NewBlock["kind"], target: Target): Promise<void> {
  await ask<BlockInfo>(at(code, "blocks"), { kind, ...target });
  changes.count += 1;
}

/** Unmute or unblock a person at a table. */
export async function unblock(code: string, target: Target): Promise<void> {
  const [[what, number]] = Object.entries(target) as [[string, number]];
  await drop(at(code, `blocks?${what}=${number}`));
  changes.count += 1;
}

/** Unmute or unblock a person of the list. */
export async function letGo({ id }: BlockInfo): Promise<void> {
  await drop(`/api/me/blocks/${encodeURIComponent(id)}`);
  changes.count += 1;
}
