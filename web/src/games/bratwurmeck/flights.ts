// Which portions move with an entry, and how.
import type { TableFeed } from "../../table/feed";
import type { Flight, Way } from "../../ui/motion";
import type { GameEvent } from "../../wire/messages";

const WAYS: Partial<Record<GameEvent["event"], Way>> = {
  PortionTaken: "flying",
  PortionStolen: "stolen",
  PortionReturned: "sliding",
  PortionTurned: "flipping",
};

/** The portions that are about to move or have just moved. */
export function flights(feed: Pick<TableFeed, "coming" | "latest">): ReadonlyMap<number, Flight> {
  const entries = feed.coming.length > 0 ? feed.coming : [feed.latest];
  const found = new Map<number, Flight>();
  for (const event of entries.flatMap((entry) => entry?.events ?? [])) {
    const way = WAYS[event.event];
    if (way && "portion" in event) found.set(event.portion, { name: `portion-${event.portion}`, way });
  }
  return found;
}
