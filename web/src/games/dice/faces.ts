// Faces of dice: what they count and what they are called.
import { listed } from "../../ui/lists";
import { m } from "../../words/messages.js";

/** What a face counts. */
export const faceValue = (face: string) => (face === "W" ? 5 : Number(face));

export const faceName = (face: string) => (face === "W" ? m.face_worm() : face);

/** How often each face is among some dice, in the order in which they are written. */
export function faces(dice: string): [face: string, count: number][] {
  const counts = new Map<string, number>();
  for (const face of dice) counts.set(face, (counts.get(face) ?? 0) + 1);
  return [...counts];
}

export function diceInWords(dice: string): string {
  return listed(faces(dice).map(([face, count]) => m.face_shown({ count, face: faceName(face) })));
}
