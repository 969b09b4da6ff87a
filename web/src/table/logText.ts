// The log in words: one entry becomes no, one or several sentences.
import type { Happened, TableInfo } from "../wire/types";
import { m } from "../words/messages.js";
import type { GameModule } from "./gameModule";
import { botFirstName, seatName } from "./names";
import { reactionName } from "./reactions.svelte";

/** Where an entry happened: a table, and how its game puts events into words. */
export interface LogContext {
  table: TableInfo | null;
  module: Pick<GameModule, "log">;
}

/** Sentences about one seat, or none. */
export interface LogPart {
  seat: number | null;
  lines: string[];
}

/** Put an entry into words, separately for each acting seat: the end of a turn includes the first roll of the next. */
export function logParts(entry: Happened, { table, module }: LogContext): LogPart[] {
  const parts: LogPart[] = [];
  const add = (seat: number | null, line: string) => {
    const last = parts.at(-1);
    if (last?.seat === seat) last.lines.push(line);
    else parts.push({ seat, lines: [line] });
  };
  const atTable = tableText(entry, table);
  if (atTable !== null) add(entry.seat ?? null, atTable);
  module.log(entry, (seat) => seatName(table, seat)).forEach(({ seat, text }) => text && add(seat, text));
  return parts;
}

export function logText(entry: Happened, context: LogContext): string[] {
  return logParts(entry, context).flatMap(({ lines }) => lines);
}

/** Chat and reactions are shown elsewhere: headlines are about the game. */
const NO_HEADLINES: readonly Happened["what"][] = ["said", "reacted", "chat_set"];

/** The sentences worth reading, without events that are visible on the table. */
export function headline(entry: Happened, { table, module }: LogContext): string[] {
  if (NO_HEADLINES.includes(entry.what)) return [];
  const atTable = tableText(entry, table);
  const lines = module.log(entry, (seat) => seatName(table, seat)).filter((line) => line.headline);
  return [...(atTable === null ? [] : [atTable]), ...lines.map(({ text }) => text)];
}

/** Events of the table outside the game. */
export function tableText(entry: Happened, table: TableInfo | null): string | null {
  const seat = entry.seat ?? 0;
  const name = entry.name ?? seatName(table, seat);
  switch (entry.what) {
    case "opened":
      return m.did_open();
    case "sat":
      return m.did_sit({ name });
    case "bot_sat":
      return m.did_sit({ name: botFirstName(name, seat) });
    case "left":
      return m.did_leave({ name });
    case "stood_in":
      return m.did_stand_in({ name: seatName(table, seat) });
    case "returned":
      return m.did_return({ name });
    case "cleared":
      return m.did_clear({ number: seat + 1 });
    case "began":
      return m.did_begin();
    case "said":
      return entry.muted ? null : m.did_say({ name, text: entry.text ?? "" });
    case "reacted":
      return entry.muted ? null : m.table_did_react({ name, reaction: reactionName(entry.text ?? "") });
    case "chat_set":
      return table?.chat === false ? m.table_did_chat_off() : m.table_did_chat_on();
    case "broken_off":
      return m.did_break_off();
    case "closed":
      return m.did_close();
    default:
      // Games describe moves; seeds are not shown.
      return null;
  }
}
