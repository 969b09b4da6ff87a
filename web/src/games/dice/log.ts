// The turn with dice in words, for the log and the headline.
import type { TableFeed } from "../../table/feed";
import type { NameOf, TurnDigest, TurnLog } from "../../table/gameModule";
import { headline } from "../../table/logText";
import { seatName } from "../../table/names";
import type { Headline } from "../../table/Status.svelte";
import type { EventName, GameEvent } from "../../wire/messages";
import type { Happened } from "../../wire/types";
import { m } from "../../words/messages.js";
import { diceInWords, faceName } from "./faces";

/** Dice lie on the table for all to see. */
export const VISIBLE: readonly EventName[] = ["DiceRolled", "FaceKept"];

const FAILURES: Readonly<Record<string, (who: { name: string }) => string>> = {
  no_new_face: m.fail_no_new_face,
  no_worm: m.fail_no_worm,
};

/** What happened in a turn; null for other events. */
export function turnLine(event: GameEvent | undefined, nameOf: NameOf): string | null {
  switch (event?.event) {
    case "DiceRolled":
      return m.did_roll({ name: nameOf(event.seat), dice: diceInWords(event.dice) });
    case "FaceKept":
      return m.did_keep({ name: nameOf(event.seat), count: event.count, face: faceName(event.face), total: event.total });
    case "AttemptFailed":
      return (FAILURES[event.reason] ?? m.fail_other)({ name: nameOf(event.seat) });
    case "GameEnded":
      return m.did_end();
    default:
      return null;
  }
}

const failureIn = (events: readonly GameEvent[]) => events.findIndex(({ event }) => event === "AttemptFailed");

/** The headline of an entry: the consequence of a failed attempt matters more than its reason, which is in the log. */
export function diceHeadline(entry: Happened, feed: TableFeed): Headline {
  const events = entry.events ?? [];
  const place = failureIn(events);
  const failure = events[place];
  if (failure?.event !== "AttemptFailed") return { lines: headline(entry, feed), failed: false };
  const consequences = headline({ ...entry, events: events.slice(place + 1) }, feed);
  return { lines: [...consequences, m.fail_other({ name: seatName(feed.table, failure.seat) })], failed: true };
}

/** The dice that made an attempt fail in an entry: they have left the table by now. */
export function failedRoll({ events = [] }: Happened): string {
  const roll = events[failureIn(events) - 1];
  return roll?.event === "DiceRolled" ? roll.dice : "";
}

/** The result of a turn in a few words; null for events that do not end it. */
export type ResultWords = (events: readonly GameEvent[]) => string | null;

/** Turns with dice in one line each: the dice that were kept, and the result. */
export const diceTurns = (result: ResultWords, Pieces: TurnLog["Pieces"]): TurnLog => ({
  digest: (events) => digest(events, result),
  pieces: (event) => (event.event === "DiceRolled" ? [...event.dice] : []),
  Pieces,
  inWords: (pieces) => diceInWords(pieces.join("")),
  round: null,
});

const keptIn = ({ face, count }: { face: string; count: number }) => Array.from({ length: count }, () => face);

function digest(events: readonly GameEvent[], result: ResultWords): TurnDigest {
  const kept = events.flatMap((event) => (event.event === "FaceKept" ? [event] : []));
  const failed = failureIn(events) >= 0;
  const won = result(events);
  return {
    pieces: kept.flatMap(keptIn).sort(),
    result: won ?? (failed ? m.log_slips() : kept.length > 0 ? m.log_so_far({ total: kept.at(-1)?.total ?? 0 }) : m.log_rolls()),
    mood: failed ? "sour" : won === null ? "calm" : "happy",
  };
}
