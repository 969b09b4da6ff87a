import { expect, test } from "vitest";
import { amountInWords } from "../../src/table/amounts";

test("amounts are told as they are felt", () => {
  expect([0.2, 0.47, 1.1, 1.6, -2.6].map((amount) => amountInWords(amount, "worms"))).toEqual([
    "a little", "about half a worm", "about a worm", "about one and a half worms", "about 3 worms",
  ]);
  expect(amountInWords(0.5, "points")).toBe("about half a point");
});
