import { expect, test } from "vitest";
import { cardsInWords, copies, sorted } from "../../../src/games/karteneck/cards";

test("a card keeps its number when it goes from the hand to the layout", () => {
  const before = copies([2, 4, 4, 4]).map(({ id }) => id);
  const laid = copies([4, 4]).map(({ id }) => id);
  const kept = copies([2, 4], [4, 4]).map(({ id }) => id);
  expect(before).toEqual(["2-0", "4-0", "4-1", "4-2"]);
  expect([...laid, ...kept].sort()).toEqual([...before].sort());
});

test("worms are one sort, whatever their shields", () => {
  expect(sorted([1, 1, 5, 6, 30], (card) => card)).toEqual([[1, 1], [5], [6, 30]]);
  expect(cardsInWords([1, 1, 5, 6, 30])).toBe("2\u00a0×\u00a01, 1\u00a0×\u00a05 and 2 worms (shields 1 and 25)");
});
