import { expect, test } from "vitest";
import { botFirstName, botName, seatName } from "../../src/table/names";
import { m } from "../../src/words/messages.js";
import { locales } from "../../src/words/runtime.js";
import { aTable } from "../helpers/tables";

const FIRST_NAMES = [m.first_names_random, m.first_names_cautious, m.first_names_sure, m.first_names_greedy, m.first_names_sampler, m.first_names_perfect];
const MOST_SEATS = 7;

test("bots of one kind have names of their own, the same on every visit", () => {
  const seats = [{ name: "Ann", person: true }, { name: "greedy", bot: "greedy" }, { name: "greedy", bot: "greedy" }];
  const table = aTable({ seats });
  const names = [1, 2].map((seat) => seatName(table, seat));
  expect(new Set(names).size).toBe(2);
  expect(names).toEqual([botFirstName("greedy", 1), botFirstName("greedy", 2)]);
  expect(names).not.toContain(botName("greedy"));
});

test("a bot that this client does not know keeps its name, and two of them are numbered", () => {
  const table = aTable({ seats: [{ name: "zen", bot: "zen" }, { name: "zen", bot: "zen" }] });
  expect([0, 1].map((seat) => seatName(table, seat))).toEqual(["zen", "zen 2"]);
});

for (const locale of locales) {
  test(`every kind has a name for each seat in ${locale}, and none is used twice`, () => {
    const lists = FIRST_NAMES.map((names) => names({}, { locale }).split(", "));
    expect(lists.map((names) => names.length)).toEqual(lists.map(() => MOST_SEATS));
    const all = lists.flat();
    expect(all.filter((name, place) => all.indexOf(name) !== place)).toEqual([]);
  });
}
