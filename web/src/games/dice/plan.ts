// The possibilities of a turn: for every face that may be kept, the resulting sum and the decisions that follow.
// The server says which moves are legal and which decisions follow each of them.
import { sumWith } from "./choices";
import { faces } from "./faces";
import type { DicePosition } from "./turn";

export const DICE = 8;
/** Number of faces of a die. */
const SIDES = 6;

export interface Plan {
  /** The move that keeps the dice; null where there is nothing to be kept first. */
  keep: string | null;
  /** The dice that are kept then, and their sum. */
  kept: string;
  total: number;
  /** The dice that are left to roll. */
  left: number;
  roll: boolean;
  /** The ways to stop, the usual one first. */
  stops: string[];
  /** Whether keeping ends the turn with nothing. */
  fails: boolean;
}

const RANKS = ["steal", "take", "stop"];

export const kindOf = (move: string) => move.split(" ")[0] ?? "";
export const numberIn = (move: string) => Number(move.split(" ")[1] ?? 0);

/** The ways to stop among some moves: steal, then the highest portion, then with nothing. */
export function stopsIn(moves: readonly string[]): string[] {
  const rank = (move: string) => RANKS.indexOf(kindOf(move));
  return moves.filter((move) => rank(move) >= 0).sort((one, other) => rank(one) - rank(other) || numberIn(other) - numberIn(one));
}

/** The plan for what is kept already. */
export function planNow({ kept, total, moves }: DicePosition): Plan {
  return { keep: null, kept, total, left: DICE - kept.length, roll: moves.includes("roll"), stops: stopsIn(moves), fails: false };
}

/** The plans by the face that is kept. Where follow-up decisions are listed, a keep without any ends the turn. */
export function plansOf(position: DicePosition, joined: boolean): ReadonlyMap<string, Plan> {
  const plans = new Map<string, Plan>();
  for (const [face, count] of faces(position.rolled)) {
    const keep = `keep ${face}`;
    if (!position.moves.includes(keep)) continue;
    const then = position.follow_ups?.[keep];
    const kept = position.kept + face.repeat(count);
    plans.set(face, {
      keep, kept, total: sumWith(position.total, face, count), left: DICE - kept.length,
      roll: then?.includes("roll") ?? false, stops: stopsIn(then ?? []), fails: joined && then === undefined,
    });
  }
  return plans;
}

/** The chance that the next roll has no new face. */
export function chanceOfFailure({ kept, left }: Pick<Plan, "kept" | "left">): number {
  return (new Set(kept).size / SIDES) ** left;
}
