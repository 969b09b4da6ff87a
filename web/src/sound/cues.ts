// What there is to hear: an entry of the log becomes no, one or a few sounds.
import type { GameEvent } from "../wire/messages";
import type { Happened } from "../wire/types";

export type Cue = "roll" | "keep" | "take" | "steal" | "fail" | "turn" | "win" | "end";

const CUES: Readonly<Partial<Record<GameEvent["event"], Cue>>> = {
  DiceRolled: "roll",
  FaceKept: "keep",
  CardsLaid: "keep",
  PortionTaken: "take",
  PortionServed: "take",
  PlatePlaced: "take",
  SpotSecured: "take",
  PortionStolen: "steal",
  PlateReplaced: "steal",
  AttemptFailed: "fail",
};

export interface Listening {
  /** The seats of whoever listens. */
  mine: readonly number[];
  /** Whether a turn of theirs begins with this entry. */
  turnBegins: boolean;
}

/** The sounds of an entry in their order, each at most once. */
export function cuesOf(entry: Happened, { mine, turnBegins }: Listening): Cue[] {
  const cues = new Set<Cue>();
  for (const { event } of entry.events ?? []) {
    const cue = CUES[event];
    if (cue) cues.add(cue);
  }
  if (entry.ended) cues.add(entry.ended.winners.some((seat) => mine.includes(seat)) ? "win" : "end");
  else if (turnBegins) cues.add("turn");
  return [...cues];
}
