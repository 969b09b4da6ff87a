// What happens on Barbecue's grill, in words.
import type { Feeling, NameOf } from "../../table/gameModule";
import type { GameEvent } from "../../wire/messages";
import { m } from "../../words/messages.js";

export function grillLine(event: GameEvent | undefined, nameOf: NameOf): string | null {
  switch (event?.event) {
    case "PlatePlaced":
      return m.did_plate({ name: nameOf(event.seat), spot: event.spot, worms: m.worms({ count: event.worms }) });
    case "PlateReplaced":
      return m.did_replace({ name: nameOf(event.seat), spot: event.spot, victim: nameOf(event.victim), worms: m.worms({ count: event.worms }) });
    case "SpotSecured":
      return m.did_secure({ name: nameOf(event.seat), spot: event.spot, worms: m.worms({ count: event.worms }) });
    case "SnailTaken":
      return m.did_snail({ name: nameOf(event.seat) });
    case "SnailPlaced":
      return event.displaced === null
        ? m.did_snail_placed({ spot: event.spot })
        : m.did_snail_displaced({ spot: event.spot, name: nameOf(event.displaced) });
    default:
      return null;
  }
}

/** The moods of the players about events on the grill. */
export function grillFeelings(event: GameEvent): readonly Feeling[] {
  switch (event.event) {
    case "PlatePlaced":
    case "SpotSecured":
    case "SnailTaken":
      return [[event.seat, "happy"]];
    case "PlateReplaced":
      return [[event.seat, "happy"], [event.victim, "sour"]];
    case "SnailPlaced":
      return event.displaced === null ? [] : [[event.displaced, "sour"]];
    default:
      return [];
  }
}

/** What a turn did to the grill, in a few words. */
export function grillResult(events: readonly GameEvent[]): string | null {
  for (const event of events) {
    switch (event.event) {
      case "PlatePlaced":
        return m.log_plate({ spot: event.spot });
      case "PlateReplaced":
        return m.log_conquers({ spot: event.spot });
      case "SpotSecured":
        return m.log_secures({ spot: event.spot });
      case "SnailTaken":
        return m.log_snail();
      case "SnailPlaced":
        return m.log_slips_snail({ spot: event.spot });
    }
  }
  return null;
}
