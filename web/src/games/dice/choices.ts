// Sums and keys of a turn with dice.
import { faceValue } from "./faces";

/** The sum after keeping `count` dice of a face. */
export function sumWith(total: number, face: string, count: number): number {
  return total + count * faceValue(face);
}

type Groups = readonly (readonly [face: string, count: number])[];

/** The most dice that lie beside each other on a phone; more of one face overlap. */
export const MOST_IN_ROW = 5;

const diceIn = (groups: Groups) => groups.reduce((sum, [, count]) => sum + count, 0);

/** Up to eight dice in two rows that are as even as possible; all of one face stay together. */
export function inTwoRows(groups: Groups): Groups[] {
  const longer = (rows: Groups[]) => Math.max(...rows.map(diceIn));
  const cuts = groups.map((_, at) => [groups.slice(0, at), groups.slice(at)]);
  const even = cuts.reduce((best, rows) => (longer(rows) < longer(best) ? rows : best));
  const rows = longer(even) <= MOST_IN_ROW ? even : largestApart(groups);
  return rows.filter((row) => row.length > 0);
}

/** Put the face with the most dice in a separate row: then no row is too long. */
function largestApart(groups: Groups): Groups[] {
  const largest = groups.reduce((most, group) => (group[1] > most[1] ? group : most));
  return [groups.filter((group) => group !== largest), [largest]];
}
