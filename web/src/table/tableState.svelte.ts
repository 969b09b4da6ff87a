// The state of one table according to the server's messages. No rules are known here.
import type { Position } from "../wire/messages";
import type { Ended, Happened, TableInfo, Welcome } from "../wire/types";

/** Number of log entries that are kept for reading. */
const KEPT_ENTRIES = 600;

export class TableState {
  table = $state.raw<TableInfo | null>(null);
  position = $state.raw<Position | null>(null);
  mine = $state.raw<readonly number[]>([]);
  host = $state(false);
  due = $state<number | null>(null);
  ended = $state.raw<Ended | null>(null);
  entries = $state.raw<readonly Happened[]>([]);
  latest = $state.raw<Happened | null>(null);
  coming = $state.raw<readonly Happened[]>([]);
  seq = 0;
  /** The first entry of the log that can be requested. */
  #begins = $state(1);
  #kept = KEPT_ENTRIES;

  /** Announce an entry that is about to be shown. */
  announce(entry: Happened): void {
    this.coming = [...this.coming, entry];
  }

  welcome(message: Welcome): void {
    this.seq = message.seq;
    this.table = message.table;
    this.mine = message.mine;
    this.host = message.host;
    const position = message.position ?? null;
    // After a short outage it is usually the same: choices on the table are kept.
    if (JSON.stringify(position) !== JSON.stringify(this.position)) this.position = position;
    this.due = message.due ?? null;
    this.ended = message.ended ?? null;
    this.#begins = message.begins ?? 1;
  }

  /** The entry before which there are older ones that have not been loaded; null if there are none. */
  get earliest(): number | null {
    const first = this.entries[0]?.seq ?? this.seq + 1;
    return this.table && first > this.#begins ? first : null;
  }

  /** Put older entries before the others. */
  prepend(older: readonly Happened[]): void {
    const first = this.earliest ?? 0;
    const before = older.filter(({ seq }) => seq < first);
    this.#kept += before.length;
    this.entries = [...before, ...this.entries];
  }

  /** Update chat and reactions from entries that were read again. */
  replaceChat(again: readonly Happened[]): void {
    const chat = new Map(again.filter(({ what }) => what === "said" || what === "reacted").map((entry) => [entry.seq, entry]));
    this.entries = this.entries.map((entry) => chat.get(entry.seq) ?? entry);
    if (this.latest) this.latest = chat.get(this.latest.seq) ?? this.latest;
  }

  /** Add an entry to the log, and return whether it is new. */
  record(entry: Happened): boolean {
    this.coming = this.coming.filter((each) => each !== entry);
    if (entry.seq <= this.seq) return false;
    this.seq = entry.seq;
    this.entries = [...this.entries.slice(1 - this.#kept), entry];
    return true;
  }

  /** Apply a new entry; fields that it does not have stay unchanged. */
  advance(entry: Happened): void {
    this.table = entry.table ?? this.table;
    this.position = entry.position ?? this.position;
    this.due = entry.due ?? null;
    if (entry.what === "began") this.ended = null;
    this.ended = entry.ended ?? this.ended;
    this.latest = this.entries.at(-1) ?? entry;
  }

  /** Clear the log. */
  clear(): void {
    this.entries = [];
    this.latest = null;
  }
}
