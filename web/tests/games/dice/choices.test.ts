import { expect, test } from "vitest";
import { inTwoRows, sumWith } from "../../../src/games/dice/choices";

test("worms count five", () => {
  expect(sumWith(10, "W", 2)).toBe(20);
  expect(sumWith(10, "4", 2)).toBe(18);
});

test("two rows are as even as possible, and all dice of a face stay together", () => {
  const counts = (groups: [string, number][]) => inTwoRows(groups).map((row) => row.map(([, count]) => count));
  expect(counts([["1", 2], ["3", 1], ["4", 1], ["5", 2], ["W", 2]])).toEqual([[2, 1, 1], [2, 2]]);
  expect(counts([["1", 1], ["2", 6], ["W", 1]])).toEqual([[1], [6, 1]]);
  expect(counts([["W", 8]])).toEqual([[8]]);
});
