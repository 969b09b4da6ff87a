import { expect, test } from "vitest";
import { aStore, aWelcome } from "../helpers/tables";

test("a move names what was seen last, and waits for its answer", () => {
  const { store, link } = aStore();
  store.receive(aWelcome());
  store.move("keep W");
  store.move("keep 1");
  expect(link.sent).toEqual([{ type: "move", seq: 5, move: "keep W", id: "command-1" }]);
  store.receive({ type: "done", id: "command-1", seq: 6 });
  expect(store.moving).toBeNull();
});

test("a stale move is forgotten without a word", () => {
  const { store } = aStore();
  store.receive(aWelcome());
  store.move("keep W");
  store.receive({ type: "refused", id: "command-1", code: "stale", message: "The game has moved on since.", seq: 6 });
  expect(store.moving).toBeNull();
  expect(store.refusal).toBeNull();
});

test("any other refusal is shown until the next command", () => {
  const { store } = aStore();
  store.receive(aWelcome());
  store.move("keep W");
  store.receive({ type: "refused", id: "command-1", code: "no_worm", message: "Without a worm …", rule: "RK-8" });
  expect(store.refusal?.rule).toBe("RK-8");
  store.move("keep 1");
  expect(store.refusal).toBeNull();
});

test("who hurries a game that has just ended is told nothing", () => {
  const { store } = aStore();
  store.receive(aWelcome());
  store.hurry();
  store.receive({ type: "refused", id: "command-1", code: "no_game", message: "No game is running." });
  expect(store.refusal).toBeNull();
});
