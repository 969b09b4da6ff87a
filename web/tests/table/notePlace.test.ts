import { expect, test } from "vitest";
import { type Box, notePlace } from "../../src/table/notePlace";

const note = { width: 300, height: 130 };
const covers = (target: Box, at: { left: number; top: number }) =>
  at.left < target.left + target.width && target.left < at.left + note.width && at.top < target.top + target.height && target.top < at.top + note.height;

test("a note lies above its target if there is room, else below or beside it", () => {
  const button = { left: 20, top: 700, width: 160, height: 60 };
  expect(notePlace(button, note, { width: 390, height: 844 })).toMatchObject({ side: "above", top: 700 - 130 - 14 });
  // A board as wide as a phone, with the dice below it.
  const board = { left: 6, top: 90, width: 378, height: 400 };
  const below = notePlace(board, note, { width: 390, height: 844 });
  expect([below.side, covers(board, below)]).toEqual(["below", false]);
  // On a phone on its side the grill has the left half and all of the height.
  const grill = { left: 6, top: 110, width: 420, height: 270 };
  const beside = notePlace(grill, note, { width: 844, height: 390 });
  expect([beside.side, covers(grill, beside)]).toEqual(["right", false]);
});

test("a target that fills the window is covered, but the note stays inside the window", () => {
  const all = { left: 0, top: 0, width: 390, height: 640 };
  const { left, top } = notePlace(all, note, { width: 390, height: 640 });
  expect(left).toBeGreaterThanOrEqual(8);
  expect(top).toBeGreaterThanOrEqual(8);
  expect(left + note.width).toBeLessThanOrEqual(382);
  expect(top + note.height).toBeLessThanOrEqual(632);
});
