import { expect, test } from "vitest";
import { nameLength, nameProblem } from "../../src/ui/names";

test("characters that take space are counted, as the server does", () => {
  expect(["  Ann   Lee ", "Żółć", "👩‍👩‍👧‍👦", "☀️", "e\u0301\u0302"].map(nameLength)).toEqual([7, 4, 4, 1, 1]);
});

test("what cannot be seen, stacks of accents and names of bots are refused while one types", () => {
  expect(nameProblem("Ann")).toBe("");
  expect(nameProblem("👩‍👩‍👧‍👦 Żółć <b>")).toBe("");
  expect(nameProblem("An\u200bn")).toContain("can be seen");
  expect(nameProblem("x\u0301\u0302\u0303\u0304")).toContain("accents");
  expect(nameProblem("Bot: Ann")).toContain("for bots");
});
