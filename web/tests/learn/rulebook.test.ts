import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { addressOf, type Block, pageOf, placeOf, search } from "../../src/learn/rulebook";

test("rules are found by words without accents and by their numbers", () => {
  const blocks = JSON.parse(readFileSync("src/learn/rules/ro/roll-and-keep.json", "utf8")) as Block[];
  const page = pageOf("roll-and-keep", blocks);
  expect(search([page], "rk-8").map((rule) => rule.rule)).toEqual(["RK-8"]);
  expect(search([page], "viermisor oricat").map((rule) => rule.rule)).toEqual(["RK-8"]);
  expect(search([page], "melc")).toEqual([]);
});

test("a rule's number leads to the page that has it", () => {
  expect(addressOf("RK-8", "barbecue")).toBe("#RK-8");
  expect(addressOf("BW-1.3", "barbecue")).toBe("/rules/bratwurmeck#BW-1.3");
});

test("links of the pages lead to other games and to shared pages, and nowhere else", () => {
  expect(placeOf("barbecue.md")).toBe("/rules/barbecue");
  expect(placeOf("roll-and-keep.md")).toBe("#roll-and-keep");
  expect(placeOf("../records.md")).toBeNull();
});
