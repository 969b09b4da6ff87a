import { expect, test } from "vitest";
import { aStore, aTable, aWelcome, happened } from "../helpers/tables";

const two = (ann: boolean, bo: boolean) =>
  aTable({ phase: "over", seats: [{ name: "Ann", person: true, committed: ann }, { name: "Bo", person: true, committed: bo }] });

test("the page of the last player to be ready starts the next game, and no other", () => {
  const { store, link } = aStore();
  store.receive(aWelcome({ table: two(false, false) }));
  store.ready();
  store.receive(happened(6, { what: "committed", seat: 0, table: two(true, false) }));
  expect(link.sent.map(({ type }) => type)).toEqual(["commit"]);
  store.receive(happened(7, { what: "committed", seat: 1, table: two(true, true) }));
  expect(link.sent.map(({ type }) => type)).toEqual(["commit"]);
  const last = aStore();
  last.store.receive(aWelcome({ mine: [1], table: two(true, false) }));
  last.store.receive(happened(6, { what: "committed", seat: 1, table: two(true, true) }));
  expect(last.link.sent.map(({ type }) => type)).toEqual(["start"]);
});

test("who starts without waiting does so once", () => {
  const { store, link } = aStore();
  store.receive(aWelcome({ table: aTable({ phase: "over" }) }));
  store.start();
  store.receive(happened(6, { what: "committed", seat: 0, table: aTable({ phase: "over", seats: [{ name: "Ann", person: true, committed: true }, { name: "greedy", bot: "greedy" }] }) }));
  expect(link.sent.map(({ type }) => type)).toEqual(["commit", "start"]);
});

test("bots come to the free seats when a game is started", () => {
  const { store, link } = aStore();
  const seats = [{ name: "Ann", person: true }, null, null];
  store.receive(aWelcome({ table: aTable({ phase: "open", plan: { game: "bratwurmeck", seats: 3 }, seats }) }));
  store.start(["greedy", "sure"]);
  const filled = link.sent.flatMap((command) => (command.type === "bot" ? [[command.seat, command.bot]] : []));
  expect(filled).toEqual([[1, "sure"], [2, "greedy"]]);
  expect(link.sent.at(-1)?.type).toBe("start");
});
