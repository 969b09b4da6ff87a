// Hints for newcomers in their first game with dice.
import type { GameModule, Hint } from "../../table/gameModule";
import type { Position } from "../../wire/messages";
import { m } from "../../words/messages.js";
import { sumWith } from "./choices";
import { faces } from "./faces";
import { kindOf } from "./plan";
import type { DicePosition } from "./turn";

const asDice = (position: Position) => position as Position & DicePosition;
const STOPS = ["take", "steal", "stop"];

/** Whether stopping pays, now or with one of the faces that lie there. */
function canStop({ kept, rolled, total, moves }: DicePosition, least: number): boolean {
  if (!rolled) return moves.some((move) => STOPS.includes(kindOf(move))) && total >= least;
  return faces(rolled).some(
    ([face, count]) => moves.includes(`keep ${face}`) && (kept + face).includes("W") && sumWith(total, face, count) >= least,
  );
}

/** The goal and the cost of failing depend on the game; `least` is the smallest sum that wins something. */
export function diceHints(words: { goal(): string; stop(): string }, least: number): readonly Hint[] {
  return [
    { name: "goal", text: words.goal, target: ".grill, .board", when: (position) => asDice(position).kept === "" },
    { name: "faces", text: m.hint_faces, target: "[data-face]", when: (position) => asDice(position).kept !== "" && asDice(position).rolled !== "" },
    { name: "stop", text: words.stop, target: "[data-action=stop], .stop", when: (position) => canStop(asDice(position), least) },
  ];
}

/** Before the first roll of a turn nothing lies there, and nothing can be chosen. */
export const unthrown: NonNullable<GameModule["unthrown"]> = (position) => {
  const { kept, rolled } = asDice(position);
  return kept === "" && rolled !== "" ? ({ ...position, rolled: "", moves: [] } as Position) : null;
};
