import { expect, test } from "vitest";
import { CHARACTERS, characterOf, charactersOf } from "../../src/ui/art/characters";

test("a chosen portrait is kept, and unknown ones are ignored", () => {
  expect(characterOf({ portrait: "newt" }, 0)).toBe("newt");
  expect(characterOf({ portrait: "unicorn" }, 0)).toBe("hen");
  expect(characterOf({ portrait: "" }, 1)).toBe("badger");
});

test("every kind of bot has a character, also those of other packages", () => {
  expect(characterOf({ bot: "greedy" }, 3)).toBe("fox");
  expect(CHARACTERS).toContain(characterOf({ bot: "from-elsewhere" }, 3));
});

test("bots of one kind look different", () => {
  const table = charactersOf([{ portrait: "" }, { bot: "greedy" }, { bot: "greedy" }, { bot: "greedy" }]);
  expect(new Set(table).size).toBe(4);
  expect(table.slice(0, 2)).toEqual(["hen", "fox"]);
});

test("every level has its own character, and others of the level fit it", () => {
  const levels = ["easy", "medium", "hard", "champion"];
  expect(new Set(levels.map((bot) => characterOf({ bot }, 1))).size).toBe(4);
  expect(charactersOf([{}, { bot: "easy" }, { bot: "easy" }, { bot: "champion" }])).toEqual(["hen", "mole", "duck", "crow"]);
});

test("people come before bots: a chosen fox stays a fox", () => {
  const [bot, person] = charactersOf([{ bot: "greedy" }, { portrait: "fox" }]);
  expect(person).toBe("fox");
  expect(bot).not.toBe("fox");
});

test("two people may choose the same", () => {
  expect(charactersOf([{ portrait: "owl" }, { portrait: "owl" }])).toEqual(["owl", "owl"]);
});

test("seven seats, some of them empty, are seven characters", () => {
  expect(new Set(charactersOf([{}, null, { bot: "random" }, {}, null, {}, {}])).size).toBe(7);
});
