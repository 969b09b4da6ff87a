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

/** The moods of players about portions. */
export function portionFeelings(event: GameEvent): readonly Feeling[] {
  if (event.event === "PortionTaken") return [[event.seat, "happy"]];
  return event.event === "PortionStolen" ? [[event.seat, "happy"], [event.victim, "sour"]] : [];
}

/** What a turn with dice did to the portions, in a few words. */
export function portionResult(events: readonly GameEvent[]): string | null {
  const failed = events.some(({ event }) => event === "AttemptFailed");
  const turned = events.find((event) => event.event === "PortionTurned");
  if (failed && turned) return m.log_slips_turns({ portion: turned.portion });
  const moved = events.find((event) => event.event === "PortionTaken" || event.event === "PortionStolen" || event.event === "PortionReturned");
  switch (moved?.event) {
    case "PortionTaken":
      return m.log_takes({ portion: moved.portion });
    case "PortionStolen":
      return m.log_steals({ portion: moved.portion });
    case "PortionReturned":
      return m.log_slips_returns({ portion: moved.portion });
    default:
      return null;
  }
}
