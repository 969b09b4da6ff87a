import { expect, test } from "vitest";
import { levelsOf, opponents } from "../../src/table/opponents";

const BOTS = [
  { name: "random", strength: "beginner" as const },
  { name: "cautious", strength: "easy" as const },
  { name: "greedy", strength: "strong" as const },
  { name: "sampler", strength: "strong" as const },
];

test("opponents are the strongest first, one of each strength", () => {
  expect(opponents(BOTS)).toEqual(["greedy", "cautious"]);
  expect(opponents([])).toEqual([]);
});

test("opponents of one level are alike, as many as wanted, and of all kinds that there are", () => {
  expect(opponents(BOTS, { count: 3, level: "strong" })).toEqual(["greedy", "sampler", "greedy"]);
  expect(opponents(BOTS, { count: 2, level: "easy" })).toEqual(["cautious", "cautious"]);
  expect(opponents(BOTS, { count: 1, level: "medium" })).toEqual(["greedy"]);
});

test("a game offers the levels of its bots, the weakest first", () => {
  expect(levelsOf(BOTS)).toEqual(["beginner", "easy", "strong", "mixed"]);
  expect(levelsOf(BOTS.slice(0, 1))).toEqual(["beginner"]);
});
