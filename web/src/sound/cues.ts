// Sound cues: an entry of the log becomes no, one or a few sounds.
import type { EventName } from "../wire/messages";
import type { Happened } from "../wire/types";
import type { Cue } from "./recipes";

export interface Listening {
  /** Which events of the game are heard, and how. */
  cues: Readonly<Partial<Record<EventName, Cue>>>;
  /** The listener's seats. */
  mine: readonly number[];
  /** Whether a turn of theirs begins with this entry. */
  turnBegins: boolean;
}

/** The sounds of an entry in their order, each at most once. */
export function cuesOf(entry: Happened, { cues, mine, turnBegins }: Listening): Cue[] {
  // The end of a game has its own sound.
  if (entry.ended) return [entry.ended.winners.some((seat) => mine.includes(seat)) ? "win" : "end"];
  const heard = new Set<Cue>();
  for (const { event } of entry.events ?? []) {
    const cue = cues[event];
    if (cue) heard.add(cue);
  }
  if (turnBegins) heard.add("turn");
  return [...heard];
}
