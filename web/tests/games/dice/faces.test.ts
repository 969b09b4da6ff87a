import { expect, test } from "vitest";
import { faces } from "../../../src/games/dice/faces";

test("dice of one face are one group", () => {
  expect(faces("11244WWW")).toEqual([["1", 2], ["2", 1], ["4", 2], ["W", 3]]);
});
