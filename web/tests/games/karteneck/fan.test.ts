import { expect, test } from "vitest";
import { sorted } from "../../../src/games/karteneck/cards";
import { cut, fan, spread } from "../../../src/games/karteneck/fan";

const PHONE = 344;
const CARD = 54;

test("a small hand lies side by side, a larger one overlaps, and all of it is on the screen", () => {
  expect(spread([1, 1, 1], PHONE, CARD)).toEqual({ inner: 24.3, outer: 64 });
  for (const sizes of [[6], [2, 1, 3, 1, 4], [1, 1, 1, 1, 1, 7], [3, 3, 2, 1, 2, 1]]) {
    const { inner, outer } = spread(sizes, PHONE, CARD) ?? { inner: NaN, outer: NaN };
    const cards = sizes.reduce((sum, size) => sum + size, 0);
    expect(CARD + (cards - sizes.length) * inner + (sizes.length - 1) * outer).toBeLessThanOrEqual(PHONE + 0.001);
    expect(Math.min(inner, outer)).toBeGreaterThanOrEqual(24);
  }
});

test("what fingers could not tell apart goes into another row", () => {
  const hand = [1, 1, 1, 2, 2, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 7, 8];
  expect(spread([17], PHONE, CARD)).toBeNull();
  const rows = fan(sorted(hand, (card) => card), PHONE, CARD);
  expect(rows.map((row) => row.sorts.flat().length)).toEqual([10, 7]);
  expect(rows.flatMap((row) => row.sorts.flat())).toEqual(hand);
  expect(fan(cut([hand], 1)[0] ?? [], PHONE, CARD).every((row) => row.spread.inner > 0)).toBe(true);
  expect(fan([], PHONE, CARD)).toEqual([]);
});
