// The material of Barbecue, as far as drawing needs it.
import type { BarbecuePosition, TableInfo } from "../../wire/types";

/** What a snail counts. */
export const SNAIL_POINTS = 3;
/** Number of plates that each player gets. */
const PLATES = 10;

/** The number of the lowest spot. */
export function lowestSpot(table: TableInfo): number {
  return (table.setup?.["spots"] as [number, number] | undefined)?.[0] ?? 23;
}

/** Number of a player's plates that are not on the grill. */
export function platesLeft(spots: BarbecuePosition["spots"], seat: number): number {
  const used = spots.reduce((sum, [owner, plates = 0]) => sum + (owner === seat ? plates : 0), 0);
  return Math.max(0, PLATES - used);
}
