import { expect, test } from "vitest";
import { opponents } from "../../src/table/opponents";

test("opponents are the strongest first, one of each strength", () => {
  const bots = [
    { name: "random", strength: "beginner" as const },
    { name: "cautious", strength: "easy" as const },
    { name: "greedy", strength: "strong" as const },
    { name: "sampler", strength: "strong" as const },
  ];
  expect(opponents(bots)).toEqual(["greedy", "cautious"]);
  expect(opponents([])).toEqual([]);
});
