import { expect, test } from "vitest";
import { choicesOf, moveForKey, sumWith } from "../../../src/games/dice/choices";

test("the usual way to stop is a theft, then the highest portion, then nothing", () => {
  expect(choicesOf(["roll", "stop", "take 21", "take 24", "steal 25"]).stops).toEqual([
    "steal 25", "take 24", "take 21", "stop",
  ]);
});

test("keys stand for moves that are offered, and for no others", () => {
  const moves = ["keep 1", "keep W"];
  expect(moveForKey("1", moves)).toBe("keep 1");
  expect(moveForKey("w", moves)).toBe("keep W");
  expect(moveForKey("2", moves)).toBeNull();
  expect(moveForKey("r", moves)).toBeNull();
  expect(moveForKey("S", ["roll", "take 21"])).toBe("take 21");
  expect(moveForKey("r", ["roll"])).toBe("roll");
});

test("worms count five", () => {
  expect(sumWith(10, "W", 2)).toBe(20);
  expect(sumWith(10, "4", 2)).toBe(18);
});
