import { expect, test } from "vitest";
import { aStore, aTable, aWelcome, happened } from "../helpers/tables";

test("a seat that a bot plays is not ours to move", () => {
  const { store } = aStore();
  const seats = [{ name: "Ann", person: true, bot: "greedy" }, { name: "greedy", bot: "greedy" }];
  store.receive(aWelcome({ table: aTable({ seats }) }));
  expect(store.myTurn).toBe(false);
});

test("what was said before one came is read; what others say then is not, until the chat is looked at", () => {
  const { store } = aStore();
  store.receive(happened(1, { what: "said", seat: 1, name: "Bo", text: "Hello?" }));
  store.receive(aWelcome());
  store.receive(happened(6, { what: "said", seat: 1, name: "Bo", text: "There you are" }));
  store.receive(happened(7, { what: "said", seat: 0, name: "Ann", text: "Yes" }));
  store.receive(happened(8, { what: "said", seat: null, name: "Eve", text: "I watch" }));
  expect(store.unread).toBe(2);
  store.readChat();
  expect(store.unread).toBe(0);
});
