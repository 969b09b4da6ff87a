// Scores with their units. The server names a game's unit; for those we know there are words in every language.
import { m } from "../words/messages.js";

const AMOUNTS: Readonly<Record<string, (of: { count: number }) => string>> = { worms: m.worms, points: m.points };
const SHORT: Readonly<Record<string, () => string>> = { points: m.points_short };

/** A number with its unit: "3 worms". */
export const amountOf = (unit: string, count: number) => AMOUNTS[unit]?.({ count }) ?? `${count} ${unit}`;

/** A unit beside a number, where there is little room. */
export const shortUnit = (unit: string) => SHORT[unit]?.() ?? unit;
