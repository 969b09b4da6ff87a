import { expect, test } from "vitest";
import { arrange } from "../../../src/games/barbecue/arrangement";

test("rows of four and three fill a phone, two of seven a desk", () => {
  const rows = (width: number, height: number) => {
    const { places } = arrange(14, width, height);
    return [1, 2, 3, 4].map((row) => places.filter((place) => place.row === row).length);
  };
  expect(rows(350, 330)).toEqual([4, 3, 4, 3]);
  expect(rows(840, 240)).toEqual([7, 7, 0, 0]);
  expect(rows(520, 310)).toEqual([5, 4, 5, 0]);
});

test("no place lies outside, and no two are one", () => {
  const { places, halves } = arrange(14, 350, 330);
  expect(places.every(({ column }) => column >= 1 && column + 1 <= halves)).toBe(true);
  expect(new Set(places.map(({ row, column }) => `${row}/${column}`)).size).toBe(14);
});
