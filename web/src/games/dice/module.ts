// The shared part of the modules of the dice games.
import type { CoachWords, Feeling, GameModule, HighlightRules, Situation } from "../../table/gameModule";
import type { GameEvent } from "../../wire/messages";
import { m } from "../../words/messages.js";
import { faceName } from "./faces";
import { unthrown } from "./hints";

export const DICE_TURN = {
  rounds: false,
  hand: null,
  unthrown,
  // Dice are animated on their own and at once: no view transition is needed.
  moves: (events) => events.some(({ event }) => event !== "DiceRolled" && event !== "FaceKept"),
  outcomesIn: ({ events = [] }) => events.flatMap((event) => (event.event === "DiceRolled" ? [event.dice] : [])),
  beginsTurn: (frame, before) => frame.position.turn_of !== before?.position.turn_of,
} satisfies Partial<GameModule>;

/** The moods of players about the dice: calm after a roll, sour after a failed attempt. */
export function diceFeelings(event: GameEvent): readonly Feeling[] {
  if (event.event === "DiceRolled") return [[event.seat, "calm"]];
  return event.event === "AttemptFailed" ? [[event.seat, "sour"]] : [];
}

export const DICE_CUES = { DiceRolled: "roll", FaceKept: "keep", AttemptFailed: "fail" } satisfies GameModule["cues"];

/** A move of a turn in a few words; null for the ways to stop, which are the game's own. */
export function turnMove(move: string, { rolled = "" }: Situation): string | null {
  if (move === "roll") return m.coach_roll();
  const [word, face = ""] = move.split(" ");
  if (word !== "keep") return null;
  const count = [...rolled].filter((each) => each === face).length;
  return m.coach_keep({ dice: m.face_shown({ count, face: faceName(face) }) });
}

export const DICE_COACH = {
  alike: (one, other) => one === other,
  result: (name) => name,
  resultPicture: () => null,
  certain: () => null,
  threat: () => null,
  note: () => "",
} satisfies Partial<CoachWords>;

const failedSeat: HighlightRules["failed"] = (event) => (event.event === "AttemptFailed" ? event.seat : null);
export const DICE_FAILURES = { failure: failedSeat, failed: failedSeat } satisfies Partial<HighlightRules>;
