import { expect, test } from "vitest";
import { learnedRules, levelsOf, offeredBots, opponents } from "../../src/table/opponents";

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

const LEVELS = [
  ...BOTS,
  { name: "easy", strength: "easy" as const, level: true },
  { name: "hard", strength: "strong" as const, level: true },
  { name: "champion", strength: "champion" as const, level: true },
];

test("in a game with levels only these are offered, and a champion comes only if it is asked for", () => {
  expect(offeredBots(LEVELS).map(({ name }) => name)).toEqual(["easy", "hard", "champion"]);
  expect(offeredBots(BOTS)).toEqual(BOTS);
  expect(levelsOf(LEVELS)).toEqual(["easy", "strong", "champion", "mixed"]);
  expect(opponents(LEVELS, { count: 3, level: "mixed" })).toEqual(["hard", "easy", "hard"]);
  expect(opponents(LEVELS, { count: 2, level: "champion" })).toEqual(["champion", "champion"]);
  expect(opponents(LEVELS.slice(-1))).toEqual(["champion", "champion"]);
});

test("bots have learned the usual rules and some options", () => {
  const rules = [
    { option: "known", value: true, words: () => "", learned: true },
    { option: "new", value: true, words: () => "" },
  ];
  expect(learnedRules(rules, {})).toBe(true);
  expect(learnedRules(rules, { known: true })).toBe(true);
  expect(learnedRules(rules, { known: true, new: true })).toBe(false);
  expect(learnedRules(rules, { other: 1 })).toBe(false);
});
