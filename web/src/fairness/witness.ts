// What this browser saw of a game's luck while it was played, to detect a record that differs from it later.
import { device, type Keep } from "../storage";
import type { Happened, TableInfo } from "../wire/types";

export interface Seen {
  /** Table and number, as in `ABCDEFGH/1`. */
  game: string;
  anchor: string;
  seeds: (string | null)[];
  /** The number of the newest link, and the link: all before it follow from it. */
  outcome: number;
  link: string;
  rolls: [outcome: number, shown: string][];
}

const KEY = "heckmeck.seen";
const KEPT = 8;

/** The games that were seen, the newest last. */
export function seenGames(storage: Keep = device): Seen[] {
  try {
    return JSON.parse(storage.getItem(KEY) ?? "[]") as Seen[];
  } catch {
    return [];
  }
}

/** An entry, and the outcomes of chance that it shows, as a record writes them. */
export interface Witnessed {
  entry: Happened;
  outcomes: readonly string[];
}

/** Remember what a table shows now, and what has just happened there. Earlier observations are never overwritten. */
export function witness(table: TableInfo, storage: Keep, { entry, outcomes = [] }: Partial<Witnessed> = {}): void {
  // Only what the luck depends on is stored: the anchor before the seeds, the seeds, and every outcome with its link.
  const worth = table.phase === "seeding" || (table.phase === "playing" && entry?.table) || entry?.links;
  if (!table.anchor || !worth) return;
  const game = `${table.code}/${table.number}`;
  const all = seenGames(storage);
  let seen = all.find((each) => each.game === game);
  if (!seen) all.push((seen = { game, anchor: table.anchor, seeds: [], outcome: 0, link: "", rolls: [] }));
  (table.seeds ?? []).forEach((seed, seat) => (seen.seeds[seat] ??= seed));
  const { outcome, links } = entry ?? {};
  if (outcome && links) {
    outcomes.forEach((shown, place) => seen.rolls.push([outcome + place, shown]));
    seen.outcome = outcome + links.length - 1;
    seen.link = links.at(-1) ?? "";
  }
  try {
    storage.setItem(KEY, JSON.stringify(all.slice(-KEPT)));
  } catch {
    // The storage is full or forbidden: the proof can still be checked, but not against what was seen.
  }
}
