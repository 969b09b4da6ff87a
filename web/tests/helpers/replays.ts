// A small game of the past.
import type { GameEvent } from "../../src/wire/messages";
import type { Frame, Replay } from "../../src/wire/types";
import { aPosition } from "./tables";

export function frame(step: number, scores: number[], turn: number, ...events: GameEvent[]): Frame {
  return { step, position: aPosition({ scores, turn_of: turn }), move: "roll", seat: 0, events };
}

/** Ann takes, Bo steals it, Ann fails and loses, Bo wins. */
export const REPLAY: Replay = {
  game: "bratwurmeck",
  setup: { seats: 2, first: 0 },
  players: [{ name: "Ann", person: true }, { name: "Bo", person: true }],
  frames: [
    frame(0, [0, 0], 0),
    frame(1, [0, 0], 0, { event: "DiceRolled", seat: 0, dice: "11244WWW" }),
    frame(3, [4, 0], 1, { event: "PortionTaken", seat: 0, portion: 33 }),
    frame(5, [0, 4], 0, { event: "PortionStolen", seat: 1, portion: 33, victim: 0 }),
    frame(6, [3, 4], 1, { event: "PortionTaken", seat: 0, portion: 30 }),
    frame(7, [3, 5], 0, { event: "PortionTaken", seat: 1, portion: 21 }),
    frame(8, [0, 5], 1, { event: "AttemptFailed", seat: 0, reason: "no_worm" }),
    frame(9, [0, 6], 0, { event: "PortionTaken", seat: 1, portion: 22 }, { event: "GameEnded", reason: "grill_empty" }),
  ],
  end: { reason: "grill_empty", scores: [0, 6], ranking: [[1], [0]], winners: [1] },
};
