import { expect, test } from "vitest";
import { inTwoRows, MOST_IN_ROW, sumWith } from "../../../src/games/dice/choices";

test("worms count five", () => {
  expect(sumWith(10, "W", 2)).toBe(20);
  expect(sumWith(10, "4", 2)).toBe(18);
});

const counts = (groups: [string, number][]) => inTwoRows(groups).map((row) => row.map(([, count]) => count));

test("two rows are as even as possible, and all dice of a face stay together", () => {
  expect(counts([["1", 2], ["3", 1], ["4", 1], ["5", 2], ["W", 2]])).toEqual([[2, 1, 1], [2, 2]]);
  expect(counts([["W", 8]])).toEqual([[8]]);
});

test("where a row would be too long, the largest group lies apart", () => {
  expect(counts([["1", 2], ["2", 4], ["W", 2]])).toEqual([[2, 2], [4]]);
  expect(counts([["1", 1], ["2", 6], ["W", 1]])).toEqual([[1, 1], [6]]);
});

/** All ways to write a number of dice as counts of faces. */
function splits(dice: number): number[][] {
  if (dice === 0) return [[]];
  return Array.from({ length: dice }, (_, less) => splits(less).map((rest) => [dice - less, ...rest])).flat();
}

test("whatever is thrown, only dice of one face are more than five in a row", () => {
  for (const thrown of [6, 7, 8].flatMap(splits)) {
    const rows = counts(thrown.map((count, face) => [String(face), count]));
    const tooLong = rows.filter((row) => row.length > 1 && row.reduce((sum, count) => sum + count, 0) > MOST_IN_ROW);
    expect(tooLong).toEqual([]);
  }
});
