// What the reader does about the conduct of others: mute, block, report. Others are known by a seat or an entry of a table.
import { ask, drop } from "./http";
import type { BlockedSeat, BlockInfo, NewBlock, NewReport } from "./types";

/** Who is meant: who sits on a seat now, or who wrote an entry. */
export type Target = { seat: number } | { entry: number };

/** How often somebody was muted or not any more: what was said has to be read again. */
export const changes = $state({ count: 0 });

const at = (code: string, what: string) => `/api/tables/${encodeURIComponent(code)}/${what}`;

/** The seats of a table whose players are muted or blocked. */
export const blockedSeats = (code: string) => ask<BlockedSeat[]>(at(code, "blocks"));
/** All whom the reader has muted or blocked. */
export const blocks = () => ask<BlockInfo[]>("/api/me/blocks");
export const report = (code: string, wanted: NewReport) => ask<unknown>(at(code, "reports"), wanted);

export async function block(code: string, kind: NewBlock["kind"], target: Target): Promise<void> {
  await ask<BlockInfo>(at(code, "blocks"), { kind, ...target });
  changes.count += 1;
}

/** Neither mute nor block somebody at a table any more. */
export async function unblock(code: string, target: Target): Promise<void> {
  const [[what, number]] = Object.entries(target) as [[string, number]];
  await drop(at(code, `blocks?${what}=${number}`));
  changes.count += 1;
}

/** Neither mute nor block somebody of the list any more. */
export async function letGo({ id }: BlockInfo): Promise<void> {
  await drop(`/api/me/blocks/${encodeURIComponent(id)}`);
  changes.count += 1;
}
