// The log in words: one entry becomes no, one or several sentences.
import type { GameEvent } from "../wire/messages";
import type { Happened, TableInfo } from "../wire/types";
import { m } from "../words/messages.js";
import { toldOfCards } from "../games/karteneck/log";
import { botName, diceInWords, faceName, seatName } from "./names";
import { reactionName } from "./reactions.svelte";

/** Sentences about what one seat did, or nobody. */
export interface Part {
  seat: number | null;
  lines: string[];
}

/** What comes by itself. */
const NOBODYS: readonly GameEvent["event"][] = ["GrillLaidOut", "PileReshuffled", "PortionServed", "RoundEnded", "GameEnded"];

/** An entry in words, apart for each who acts in it: with the end of a turn comes the first roll of the next. */
export function parts(entry: Happened, table: TableInfo | null): Part[] {
  const nameOf = (seat: number) => seatName(table, seat);
  const found: Part[] = [];
  let seat = entry.seat ?? null;
  const add = (line: string | null) => {
    const last = found.at(-1);
    if (line === null) return;
    if (last?.seat === seat) last.lines.push(line);
    else found.push({ seat, lines: [line] });
  };
  add(happening(entry, table));
  (entry.events ?? []).forEach((event, place, all) => {
    // What says nothing about a seat is the consequence of what was told before.
    if (NOBODYS.includes(event.event)) seat = null;
    else if ("seat" in event) seat = event.seat;
    const ofCards = toldOfCards(all, place, nameOf);
    add(ofCards === undefined ? told(event, nameOf) : ofCards);
  });
  return found;
}

export function story(entry: Happened, table: TableInfo | null): string[] {
  return parts(entry, table).flatMap(({ lines }) => lines);
}

/** Dice and portions lie on the table for all to see; cards that were drawn are in the hand. */
const SEEN: readonly GameEvent["event"][] = ["DiceRolled", "FaceKept", "CardsDrawn", "CardsSeen", "LayoutDiscarded", "GrillLaidOut"];

/** What people say and show is in the chat and beside them; the last word there belongs to the game. */
const BESIDE: readonly Happened["what"][] = ["said", "reacted", "chat_set"];

/** The sentences worth a second look: without what can be seen anyway, unless it is how an attempt failed. */
export function headline(entry: Happened, table: TableInfo | null): string[] {
  if (BESIDE.includes(entry.what)) return [];
  const events = entry.events ?? [];
  const told = events.filter((event, place) => !SEEN.includes(event.event) || events[place + 1]?.event === "AttemptFailed");
  return story({ ...entry, events: told }, table);
}

function happening(entry: Happened, table: TableInfo | null): string | null {
  const seat = entry.seat ?? 0;
  const name = entry.name ?? seatName(table, seat);
  switch (entry.what) {
    case "opened":
      return m.did_open();
    case "sat":
      return m.did_sit({ name });
    case "bot_sat":
      return m.did_sit({ name: botName(name) });
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
      return m.did_say({ name, text: entry.text ?? "" });
    case "reacted":
      return m.table_did_react({ name, reaction: reactionName(entry.text ?? "") });
    case "chat_set":
      return table?.chat === false ? m.table_did_chat_off() : m.table_did_chat_on();
    case "broken_off":
      return m.did_break_off();
    case "closed":
      return m.did_close();
    default:
      // Moves are told by their events, and of seeds nobody wants to read.
      return null;
  }
}

const FAILURES: Readonly<Record<string, (who: { name: string }) => string>> = {
  no_new_face: m.fail_no_new_face,
  no_worm: m.fail_no_worm,
};

function told(event: GameEvent, nameOf: (seat: number) => string): string | null {
  const name = "seat" in event ? nameOf(event.seat) : "";
  switch (event.event) {
    case "DiceRolled":
      return m.did_roll({ name, dice: diceInWords(event.dice) });
    case "FaceKept":
      return m.did_keep({ name, count: event.count, face: faceName(event.face), total: event.total });
    case "AttemptFailed":
      return (FAILURES[event.reason] ?? m.fail_other)({ name });
    case "PortionTaken":
      return m.did_take({ name, portion: event.portion });
    case "PortionStolen":
      return m.did_steal({ name, portion: event.portion, victim: nameOf(event.victim) });
    case "PortionReturned":
      return m.did_return_portion({ portion: event.portion });
    case "PortionTurned":
      return m.did_turn({ portion: event.portion });
    case "PlatePlaced":
      return m.did_plate({ name, spot: event.spot, worms: m.worms({ count: event.worms }) });
    case "PlateReplaced":
      return m.did_replace({ name, spot: event.spot, victim: nameOf(event.victim), worms: m.worms({ count: event.worms }) });
    case "SpotSecured":
      return m.did_secure({ name, spot: event.spot, worms: m.worms({ count: event.worms }) });
    case "SnailTaken":
      return m.did_snail({ name });
    case "SnailPlaced":
      return event.displaced === null
        ? m.did_snail_placed({ spot: event.spot })
        : m.did_snail_displaced({ spot: event.spot, name: nameOf(event.displaced) });
    case "GameEnded":
      return m.did_end();
    default:
      // A newer server may tell of things that this page does not know yet.
      return null;
  }
}
