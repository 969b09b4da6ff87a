// The log of a game whose entries have events.
import type { LogLine, NameOf } from "../../table/gameModule";
import type { EventName, GameEvent } from "../../wire/messages";
import type { Happened } from "../../wire/types";

export interface EventWords {
  /** Put one event of an entry into words; null if another event covers it, or there is nothing to say. */
  line(events: readonly GameEvent[], place: number, nameOf: NameOf): string | null;
  /** Events without an acting player. */
  readonly byItself: readonly EventName[];
  /** Events that are visible on the table: no headlines, unless they show how an attempt failed. */
  readonly visible: readonly EventName[];
}

export const eventLog =
  ({ line, byItself, visible }: EventWords) =>
  (entry: Happened, nameOf: NameOf): LogLine[] => {
    const events = entry.events ?? [];
    let seat = entry.seat ?? null;
    return events.map((event, place) => {
      // An event that names no seat is the consequence of the one before.
      if (byItself.includes(event.event)) seat = null;
      else if ("seat" in event) seat = event.seat;
      const text = line(events, place, nameOf);
      const headline = !visible.includes(event.event) || events[place + 1]?.event === "AttemptFailed";
      return { seat, text: text ?? "", headline: headline && text !== null, event };
    });
  };
