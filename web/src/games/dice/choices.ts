// The moves that were offered, sorted by where they are shown.
import { faceValue } from "./faces";

export interface Choices {
  /** The faces that may be kept. */
  keeps: string[];
  roll: boolean;
  /** The ways to stop, the usual one first: steal, then the highest portion, then with nothing. */
  stops: string[];
}

const RANKS = ["steal", "take", "stop"];

export function choicesOf(moves: readonly string[]): Choices {
  const stops = moves.filter((move) => RANKS.includes(kindOf(move)));
  return {
    keeps: moves.filter((move) => kindOf(move) === "keep").map((move) => move.slice("keep ".length)),
    roll: moves.includes("roll"),
    stops: stops.sort((a, b) => RANKS.indexOf(kindOf(a)) - RANKS.indexOf(kindOf(b)) || numberIn(b) - numberIn(a)),
  };
}

export const kindOf = (move: string) => move.split(" ")[0] ?? "";
export const numberIn = (move: string) => Number(move.split(" ")[1] ?? 0);

/** The move that a key stands for, if it is offered. */
export function moveForKey(key: string, moves: readonly string[]): string | null {
  const { keeps, roll, stops } = choicesOf(moves);
  const face = key.toUpperCase();
  if (keeps.includes(face)) return `keep ${face}`;
  if (face === "R" && roll) return "roll";
  if (face === "S") return stops[0] ?? null;
  return null;
}

/** The sum after keeping `count` dice of a face. */
export function sumWith(total: number, face: string, count: number): number {
  return total + count * faceValue(face);
}

/** Whether keeping a face ends the turn without a worm: all dice are kept then, and none is a worm. */
export function failsAtOnce(kept: string, face: string, count: number, dice: number): boolean {
  return kept.length + count === dice && face !== "W" && !kept.includes("W");
}
