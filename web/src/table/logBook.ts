// The log as it is shown: one line a turn, which unfolds to its sentences; in a game of rounds, round by round.
// An entry is put into words once: a new one changes the last lines and leaves the others alone.
import type { GameEvent } from "../wire/messages";
import type { Happened, TableInfo } from "../wire/types";
import { getLocale } from "../words/runtime.js";
import type { GameModule, LogLine, TurnDigest } from "./gameModule";
import { tableText } from "./logText";
import { seatName } from "./names";

export interface LogContext {
  table: TableInfo | null;
  module: Pick<GameModule, "log" | "turns">;
}

export interface LogSentence {
  text: string;
  /** Dice or cards that it is about. */
  pieces: readonly string[];
}

/** A line of the log. */
export interface LogRow {
  key: string;
  /** Whose turn it is; null for events of the table. */
  seat: number | null;
  /** The turn in one line; without it the sentences are all there is. */
  digest: TurnDigest | null;
  sentences: readonly LogSentence[];
  events: readonly GameEvent[];
}

/** Lines that belong together: a round, or all turns of a game without rounds. */
export interface LogGroup {
  key: string;
  /** The number of the round, from 1; 0 where there are none. */
  round: number;
  /** Whether the round is over. */
  over: boolean;
  /** Sentences that belong to no seat. */
  notes: readonly LogSentence[];
  rows: readonly LogRow[];
}

/** Chat and reactions are shown elsewhere; chat_set does not say how it was set. */
const ELSEWHERE: readonly Happened["what"][] = ["said", "reacted", "chat_set", "pace_set"];

export class LogBook {
  #groups: LogGroup[] = [];
  #read: readonly Happened[] = [];
  #context: LogContext = { table: null, module: { log: () => [], turns: null } };
  /** What the words depend on besides the entries. */
  #words = "";

  /** The log of these entries, the oldest first. */
  read(entries: readonly Happened[], context: LogContext): readonly LogGroup[] {
    this.#context = context;
    const words = [getLocale(), ...(context.table?.seats ?? []).map((_, seat) => this.#name(seat))].join("\n");
    if (words !== this.#words || !continues(this.#read, entries)) {
      this.#groups = [];
      this.#read = [];
      this.#words = words;
    }
    const last = this.#read.at(-1);
    for (const entry of entries.slice(last ? entries.indexOf(last) + 1 : 0)) this.#add(entry);
    this.#read = entries;
    return this.#groups;
  }

  readonly #name = (seat: number) => seatName(this.#context.table, seat);

  #add(entry: Happened): void {
    if (ELSEWHERE.includes(entry.what)) return;
    const { table, module } = this.#context;
    const key = (place: number) => `${entry.seq}/${place}`;
    const atTable = tableText(entry, table);
    // A new game begins a new page.
    if (entry.what === "began" || this.#groups.length === 0) this.#open(key(-1), 0);
    if (atTable !== null) this.#put({ seat: null, text: atTable, headline: false }, key(-1));
    module.log(entry, this.#name).forEach((line, place) => this.#put(line, key(place)));
  }

  #open(key: string, round: number): void {
    this.#groups = [...this.#groups, { key, round, over: false, notes: [], rows: [] }];
  }

  #put(line: LogLine, key: string): void {
    const { turns } = this.#context.module;
    if (turns?.round && line.event?.event === turns.round.begins) this.#open(key, (this.#groups.at(-1)?.round ?? 0) + 1);
    const group = this.#groups.at(-1);
    if (!group) return;
    const changed = group.round > 0 ? this.#inRound(group, line, key) : this.#inTurns(group, line, key);
    this.#groups = [...this.#groups.slice(0, -1), changed];
  }

  /** Turn by turn: the next player to act begins a new line. */
  #inTurns(group: LogGroup, line: LogLine, key: string): LogGroup {
    const last = group.rows.at(-1);
    if (last && last.seat !== null && last.seat === line.seat) return { ...group, rows: [...group.rows.slice(0, -1), this.#extended(last, line, false)] };
    if (!line.text) return group;
    return { ...group, rows: [...group.rows, this.#extended(empty(key, line.seat), line, false)] };
  }

  /** Round by round: a line for every seat, and above them the sentences that belong to none. */
  #inRound(group: LogGroup, line: LogLine, key: string): LogGroup {
    const over = group.over || line.event?.event === this.#context.module.turns?.round?.ends;
    const notes = line.seat === null && line.text ? [...group.notes, this.#sentence(line)] : group.notes;
    const about = line.event && "seat" in line.event && line.event.event !== this.#context.module.turns?.round?.begins ? line.event.seat : line.seat;
    const told = line.seat === null ? { ...line, text: "" } : line;
    const known = group.rows.some(({ seat }) => seat === about);
    const rows = about === null || known ? group.rows : [...group.rows, empty(key, about)];
    const changed = rows.map((row) => (row.seat === about ? this.#extended(row, told, over) : over !== group.over ? this.#digested(row, over) : row));
    return { ...group, over, notes, rows: changed };
  }

  #extended(row: LogRow, line: LogLine, over: boolean): LogRow {
    const sentences = line.text ? [...row.sentences, this.#sentence(line)] : row.sentences;
    const events = line.event ? [...row.events, line.event] : row.events;
    return this.#digested({ ...row, sentences, events }, over);
  }

  #digested(row: LogRow, over: boolean): LogRow {
    const { turns } = this.#context.module;
    return turns && row.seat !== null && row.events.length > 0 ? { ...row, digest: turns.digest(row.events, over) } : row;
  }

  #sentence({ text, event }: LogLine): LogSentence {
    return { text, pieces: (event && this.#context.module.turns?.pieces(event)) ?? [] };
  }
}

const empty = (key: string, seat: number | null): LogRow => ({ key, seat, digest: null, sentences: [], events: [] });

/** Whether new entries only follow the ones already read; the oldest may have been forgotten. */
function continues(read: readonly Happened[], entries: readonly Happened[]): boolean {
  const [first] = entries;
  const skipped = first ? read.indexOf(first) : -1;
  if (skipped < 0) return false;
  return read.length - skipped <= entries.length && read.slice(skipped).every((entry, place) => entry === entries[place]);
}
