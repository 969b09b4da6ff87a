// Sums and keys of a turn with dice.
import { faceValue } from "./faces";

/** The sum after keeping `count` dice of a face. */
export function sumWith(total: number, face: string, count: number): number {
  return total + count * faceValue(face);
}

/** Dice in two rows that are as even as possible; all of one face stay together. */
export function inTwoRows(groups: readonly (readonly [face: string, count: number])[]): (readonly [face: string, count: number])[][] {
  const dice = (some: typeof groups) => some.reduce((sum, [, count]) => sum + count, 0);
  let best = groups.length;
  for (let cut = 1; cut < groups.length; cut += 1) {
    const longer = (at: number) => Math.max(dice(groups.slice(0, at)), dice(groups.slice(at)));
    if (longer(cut) < longer(best)) best = cut;
  }
  return [groups.slice(0, best), groups.slice(best)].filter((row) => row.length > 0);
}
