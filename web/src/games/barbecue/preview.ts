// The effect of a sum on the current grill, and of a failed attempt: shown before a choice is made.
// Nothing is decided here: the server says which moves are legal and what they do.
import type { BarbecuePosition, TableInfo } from "../../wire/types";
import { wormsOn } from "../shared/material";
import { lowestSpot } from "./material";

/** The result of stopping. */
export type Prospect =
  | { kind: "place" | "secure"; spot: number; worms: number }
  | { kind: "steal"; spot: number; worms: number; victim: number }
  /** The snail of a spot, or (null) one of the pool. */
  | { kind: "snail"; spot: number | null }
  /** The sum is above all spots, and there is no snail left to take. */
  | { kind: "end" }
  /** The sum wins nothing. */
  | { kind: "low" | "closed" };

export interface Lying {
  spot: number;
  worms: number;
  owner: number | null;
  plates: number;
  snail: boolean;
}

/** The spots with what is printed and what lies on them, the lowest first. */
export function lying(table: TableInfo, position: BarbecuePosition): Lying[] {
  return position.spots.map(([owner = null, plates = 0, snail = false], place) => {
    const spot = lowestSpot(table) + place;
    return { spot, worms: wormsOn(table, spot), owner, plates, snail };
  });
}

export function prospect(spots: readonly Lying[], position: BarbecuePosition, sum: number): Prospect {
  const here = spots.find(({ spot }) => spot === sum);
  if (!here) return sum < (spots[0]?.spot ?? 0) ? { kind: "low" } : freeSnail(spots, position.pool);
  if (here.plates > 1) return { kind: "closed" };
  if (here.snail) return { kind: "snail", spot: sum };
  const { worms, owner } = here;
  if (owner === null) return { kind: "place", spot: sum, worms };
  return owner === position.turn_of ? { kind: "secure", spot: sum, worms } : { kind: "steal", spot: sum, worms, victim: owner };
}

function freeSnail(spots: readonly Lying[], pool: number): Prospect {
  if (pool > 0) return { kind: "snail", spot: null };
  const highest = spots.findLast(({ snail }) => snail);
  return highest ? { kind: "snail", spot: highest.spot } : { kind: "end" };
}

/** The spot that a failed attempt would put a snail on; none: the game would be over. */
export function nextSnail(spots: readonly Lying[], pool: number): Lying | null {
  if (pool === 0) return null;
  const free = spots.filter(({ snail }) => !snail);
  return free.findLast(({ plates }) => plates === 0) ?? free.findLast(({ plates }) => plates === 1) ?? null;
}
