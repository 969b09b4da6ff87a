// Which plates and snails move with an entry: from a player's pile or the pool to a spot, and back.
import type { TableFeed } from "../../table/feed";
import type { Flight } from "../../ui/motion";
import type { GameEvent } from "../../wire/messages";

/** A place where a moving thing may lie. */
export type Place = `pile-${number}` | `plate-${number}` | `snail-${number}` | `snails-${number}` | "pool";
export type Flights = Partial<Record<Place, Flight>>;

/** The things that move now: at their old places before an entry is shown, at their new ones afterwards. */
export function flights(feed: Pick<TableFeed, "coming" | "latest">): Flights {
  const before = feed.coming.length > 0;
  const entries = before ? feed.coming : [feed.latest];
  const moving = entries.flatMap((entry) => entry?.events ?? []).flatMap((event) => pairs((before ? departures : arrivals)(event)));
  // Entries that are shown together may move a plate away and back: its name is used once, for its last move.
  return Object.fromEntries(new Map(moving.map(([place, flight]) => [flight.name, [place, flight]])).values());
}

const pairs = (flights: Flights) => Object.entries(flights) as [Place, Flight][];
const plate = (spot: number, seat: number, way: Flight["way"]): Flight => ({ name: `plate-${spot}-${seat}`, way });
const snail = (from: number | "pool"): Flight => ({ name: `snail-${from}`, way: "crawling" });

export function departures(event: GameEvent): Flights {
  switch (event.event) {
    case "PlatePlaced":
    case "SpotSecured":
      return { [`pile-${event.seat}`]: plate(event.spot, event.seat, "flying") };
    case "PlateReplaced":
      return {
        [`pile-${event.seat}`]: plate(event.spot, event.seat, "flying"),
        [`plate-${event.spot}`]: plate(event.spot, event.victim, "sliding"),
      };
    case "SnailPlaced":
      return {
        pool: snail(event.spot),
        ...(event.displaced !== null && { [`plate-${event.spot}`]: plate(event.spot, event.displaced, "sliding") }),
      };
    case "SnailTaken":
      return event.spot === null ? { pool: snail("pool") } : { [`snail-${event.spot}`]: snail(event.spot) };
    default:
      return {};
  }
}

export function arrivals(event: GameEvent): Flights {
  switch (event.event) {
    case "PlatePlaced":
    case "SpotSecured":
      return { [`plate-${event.spot}`]: plate(event.spot, event.seat, "flying") };
    case "PlateReplaced":
      return {
        [`plate-${event.spot}`]: plate(event.spot, event.seat, "flying"),
        [`pile-${event.victim}`]: plate(event.spot, event.victim, "sliding"),
      };
    case "SnailPlaced":
      return {
        [`snail-${event.spot}`]: snail(event.spot),
        ...(event.displaced !== null && { [`pile-${event.displaced}`]: plate(event.spot, event.displaced, "sliding") }),
      };
    case "SnailTaken":
      return { [`snails-${event.seat}`]: snail(event.spot ?? "pool") };
    default:
      return {};
  }
}
