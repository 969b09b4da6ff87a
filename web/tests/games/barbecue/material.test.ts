import { expect, test } from "vitest";
import { platesLeft } from "../../../src/games/barbecue/material";

test("plates that are not on the grill are left", () => {
  expect(platesLeft([[0, 2, false], [1, 1, false], [0, 1, false], [null, 0, true]], 0)).toBe(7);
});
