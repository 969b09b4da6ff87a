// The sums that a turn can still reach.
import { faceValue } from "./faces";

const DICE = 8;

/** Whether one more face, kept once, would make the sum exactly what is wanted; without a worm it would win nothing. */
export function isOneFaceAway({ kept, total }: { kept: string; total: number }, wanted: number, faces: string): boolean {
  const left = DICE - kept.length;
  return [...faces].some((face) => {
    const count = (wanted - total) / faceValue(face);
    return !kept.includes(face) && Number.isInteger(count) && count >= 1 && count <= left && (face === "W" || kept.includes("W"));
  });
}
