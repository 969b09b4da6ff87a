import { expect, test } from "vitest";
import { holderOf, served } from "../../../src/games/karteneck/preview";

test("as it stands, the highest total with a worm gets the highest portion, and shields settle ties", () => {
  const layouts = [[4, 5, 5, 5, 25], [5, 5, 5, 8, 13, 16], [2, 2, 2, 4, 5, 5, 5], [3, 5, 5, 5, 7], []];
  expect(served([18, 21, 31, 37], [...layouts])).toEqual([31, 37, null, 21, null]);
  expect(served([18, 21, 31], [[5, 7], [5, 9], [5, 8]])).toEqual([18, 31, 21]);
});

test("a portion is somebody's if it lies on top of another stack", () => {
  expect(holderOf(26, [[26], [18, 26], [26, 30]], 0)).toBe(1);
  expect(holderOf(26, [[26], [18], [26, 30]], 0)).toBeNull();
});
