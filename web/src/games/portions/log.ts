// Portions that change hands, in words.
import type { Feeling, NameOf } from "../../table/gameModule";
import type { GameEvent } from "../../wire/messages";
import { m } from "../../words/messages.js";

/** What happened to a portion; null for other events. */
export function portionLine(event: GameEvent | undefined, nameOf: NameOf): string | null {
  switch (event?.event) {
    case "PortionTaken":
      return m.did_take({ name: nameOf(event.seat), portion: event.portion });
    case "PortionStolen":
      return m.did_steal({ name: nameOf(event.seat), portion: event.portion, victim: nameOf(event.victim) });
    case "PortionReturned":
      return m.did_return_portion({ portion: event.portion });
    case "PortionTurned":
      return m.did_turn({ portion: event.portion });
    default:
      return null;
  }
}

/** Who looks how about a portion. */
export function portionFeelings(event: GameEvent): readonly Feeling[] {
  if (event.event === "PortionTaken") return [[event.seat, "happy"]];
  return event.event === "PortionStolen" ? [[event.seat, "happy"], [event.victim, "sour"]] : [];
}
