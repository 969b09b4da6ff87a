// The moods of the players: happy, sour or calm about their last event.
import type { PortraitMood } from "../ui/art/characters";
import type { TableFeed } from "./feed";

/** Number of entries that are considered: moods do not last longer. */
const MEMORY = 40;

/** The mood of every seat. It lasts until another event of the player, or their next turn. */
export function moodsOf(feed: Pick<TableFeed, "entries" | "module" | "ended" | "table">): PortraitMood[] {
  const moods: PortraitMood[] = (feed.table?.seats ?? []).map(() => "calm");
  if (feed.ended) return moods.map((_, seat) => (feed.ended?.winners.includes(seat) ? "happy" : "sour"));
  for (const { events = [], what } of feed.entries.slice(-MEMORY)) {
    if (what === "began") moods.fill("calm");
    for (const event of events) {
      for (const [seat, mood] of feed.module.feelings?.(event) ?? []) moods[seat] = mood;
    }
  }
  return moods;
}
