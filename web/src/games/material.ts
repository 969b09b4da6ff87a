// What is printed on the material, so that it can be drawn. It is no rule: scores come from the server.
import type { BarbecuePosition, TableInfo } from "../wire/types";

type Printed = Readonly<Record<string, number>>;
/** Whatever knows the options of its game: a table, or a game that was played. */
type Played = Pick<TableInfo, "setup">;

function option(table: Played, name: string): Printed | undefined {
  return table.setup?.[name] as Printed | undefined;
}

/** The worms on a portion, or on a spot of Barbecue's grill. */
export function wormsOn(table: Played, number: number): number {
  const own = option(table, "worms_by_portion") ?? option(table, "worms_by_spot");
  if (own) return own[number] ?? 0;
  return number === 0 ? 0 : Math.min(Math.max(Math.floor((number - 17) / 4), 1), 5);
}

/** The number of Barbecue's lowest spot. */
export function lowestSpot(table: TableInfo): number {
  return (table.setup?.["spots"] as [number, number] | undefined)?.[0] ?? 23;
}

/** What a face of a die counts. */
export function faceValue(face: string): number {
  return face === "W" ? 5 : Number(face);
}

/** A card as it is written in moves: 1 to 5, or W with its shield. */
export function cardName(card: number): string {
  return card > 5 ? `W${card - 5}` : String(card);
}

/** What a snail counts. */
export const SNAIL_POINTS = 3;

/** The plates that each player of Barbecue gets. */
const PLATES = 10;

/** The plates that a player of Barbecue has not put on the grill. */
export function platesLeft(spots: BarbecuePosition["spots"], seat: number): number {
  const used = spots.reduce((sum, [owner, plates = 0]) => sum + (owner === seat ? plates : 0), 0);
  return Math.max(0, PLATES - used);
}
