import { expect, test } from "vitest";
import { estimatedGrade, exactGrade, verdictOf } from "../../src/coach/verdict";
import type { Advice, Option } from "../../src/wire/types";
import { moduleOf } from "../helpers/games";
import { aPosition, aTable } from "../helpers/tables";
import grades from "./grades.json";

const option = (move: string, gain: number, more: Partial<Option> = {}): Option => ({ move, gain, success: 0.8, ...more });
const said = (options: Option[], position = aPosition(), exact = true) =>
  verdictOf({ seat: 0, seq: 1, exact, best: "", options } as Advice, { table: aTable(), position }, moduleOf(exact ? "bratwurmeck" : "karteneck"));

// The terminal has the same table: tests/cli/test_verdict.py.
test.each(grades)("$case", ({ seats, best, option, grade }) => {
  expect(exactGrade({ move: "b", ...option }, { move: "a", ...best }, seats)).toBe(grade);
});

test("choices are good, risky, fair or poor", () => {
  const best = option("keep 5", 2);
  expect(exactGrade(best, best)).toBe("good");
  expect(exactGrade(option("keep 4", 1.9), best)).toBe("good");
  expect(exactGrade(option("keep 4", 1.6, { success: 0.4 }), best)).toBe("risky");
  expect(exactGrade(option("keep 3", 1.6, { success: 0.7 }), best)).toBe("risky");
  expect(exactGrade(option("take 21", 1.6, { success: 1 }), best)).toBe("fair");
  expect(exactGrade(option("keep 2", 1), best)).toBe("poor");
});

test("estimates differ only by more than their errors", () => {
  const options = [option("lay 4", 1, { error: 0.1 }), option("lay 3", 0.9, { error: 0.1 }), option("out", 0.2, { error: 0.1 })];
  expect(options.map((each) => estimatedGrade(each, options))).toEqual(["equal", "equal", "worse"]);
  expect(estimatedGrade(options[0] as Option, [options[0], options[2]] as Option[])).toBe("better");
});

test("a theft that is certain is recommended with what it means, against one more throw", () => {
  const position = aPosition({ stacks: [[], [23]], kept: "WWW44", rolled: "", total: 23, moves: ["steal 23", "roll"] });
  const results = [{ name: "failed", gain: -1, chance: 0.125 }, { name: "24", gain: 1, chance: 0.875 }];
  const verdict = said([option("steal 23", 2, { success: 1, results: [{ name: "23", gain: 2, chance: 1 }] }), option("roll", 1, { results })], position);
  expect(verdict?.headline).toBe("Steal 23. That is good.");
  expect(verdict?.reasons).toEqual(["23 lies on top of Gus’s stack: it becomes yours, and Gus loses it.", "One more throw goes wrong 1 time in 8."]);
  expect(verdict?.choices.map(({ grade, share }) => [grade, share])).toEqual([["good", 1], ["poor", 0.08]]);
});

test("a choice is compared with the next one, and a risk is named", () => {
  const results = [{ name: "failed", gain: -1, chance: 0.65 }, { name: "21", gain: 1, chance: 0.35 }];
  const verdict = said([option("keep W", 0.4, { success: 0.35, results }), option("keep 4", -0.1, { results })]);
  expect(verdict?.headline).toBe("Keep 3\u00a0×\u00a0worm. Risky, but nothing is better.");
  expect(verdict?.reasons).toEqual(["It works only 1 time in 3. Most likely it ends with 21.", "“Keep 2\u00a0×\u00a04” brings about half a worm less."]);
});

test("an estimate says where it leaves one, and what it cannot tell apart", () => {
  const verdict = said([option("lay 4 4", 1.1, { error: 0.2 }), option("out", 1, { error: 0.2 })], { game: "karteneck" } as never, false);
  expect(verdict?.headline).toBe("Lay 4 + 4, or not: about equal.");
  expect(verdict?.reasons).toEqual(["It should leave you about a worm ahead of the others in this round.", "The estimate cannot tell it from “Drop out”."]);
});

test("the only choice is no choice", () => {
  expect(said([option("stop", 0)])?.headline).toBe("Stop with nothing. There is no other choice.");
});

test("a threat is named when one more face makes exactly what one has", () => {
  const at = (more: object) => ({ table: aTable(), position: aPosition({ turn_of: 1, to_act: 1, stacks: [[28], []], ...more }) });
  const { coach } = moduleOf("bratwurmeck");
  expect(coach?.threat(0, at({ kept: "WWWWW", total: 25 }))).toEqual({ title: "Mind your 28.", text: "Gus stands at 25. 3 more, exactly, and your 28 walks over." });
  // No worm among the dice, the face kept already, too few dice left, or nothing to lose.
  expect(coach?.threat(0, at({ kept: "44444", total: 20 }))).toBeNull();
  expect(coach?.threat(0, at({ kept: "WWWW1114", total: 27 }))).toBeNull();
  expect(coach?.threat(0, at({ kept: "WWWWW", total: 25, stacks: [[], []] }))).toBeNull();
  const spots = Array.from({ length: 14 }, (_, place) => (place === 5 ? [0, 1, false] : [null, 0, false]));
  const plates = { game: "barbecue", turn_of: 1, kept: "WWWW", total: 20, spots, pool: 3 };
  expect(moduleOf("barbecue").coach?.threat(0, { table: aTable(), position: plates as never })?.title).toBe("Mind your plate on 28.");
});

test("where the chance to win is known it decides, and is said first", () => {
  const results = [{ name: "failed", gain: -1, chance: 0.2 }, { name: "25", gain: 2, chance: 0.8 }];
  const verdict = said([option("keep W", 1, { win: 0.66, results }), option("keep 4", 0.9, { win: 0.61, results }), option("keep 1", 0.2, { win: 0.4, results })]);
  expect(verdict?.reasons).toEqual(["You win about 2 games in 3 with it. It goes wrong 1 time in 5. Most likely it ends with 25.", "“Keep 2\u00a0×\u00a04” costs about one win in 20."]);
  expect(verdict?.choices.map(({ grade }) => grade)).toEqual(["good", "poor", "poor"]);
  expect(verdict?.choices.map(({ share }) => Number(share.toFixed(2)))).toEqual([1, 0.81, 0.08]);
});

test("more worms are not always more wins", () => {
  const verdict = said([option("keep W", 1, { win: 0.66 }), option("keep 4", 2, { win: 0.659 })]);
  expect(verdict?.reasons[1]).toBe("“Keep 2\u00a0×\u00a04” brings about a worm more, but wins less often.");
  expect(said([option("keep W", 1, { win: 0.66 }), option("keep 4", 1, { win: 0.659 })])?.reasons[1]).toBe("“Keep 2\u00a0×\u00a04” wins as often.");
});

test("cards are judged by the chance to win, too, where it is known", () => {
  const verdict = said([option("lay 4 4", 1, { error: 0.2, win: 0.4 }), option("out", 1.1, { error: 0.2, win: 0.3 })], { game: "karteneck" } as never, false);
  expect(verdict?.headline).toBe("Lay 4 + 4. That is good.");
  expect(verdict?.reasons).toEqual(["You win about 2 games in 5 with it.", "“Drop out” costs about one win in 10."]);
});
