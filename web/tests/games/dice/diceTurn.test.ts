import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DiceTurn } from "../../../src/games/dice/diceTurn.svelte";
import type { DicePosition } from "../../../src/games/dice/turn";
import { aPosition, aStore, aWelcome } from "../../helpers/tables";

const POSITION = aPosition({
  kept: "WW3", rolled: "2455W", total: 13, moves: ["keep 2", "keep 4", "keep 5"],
  follow_ups: { "keep 2": ["roll", "stop"], "keep 5": ["roll", "steal 23", "take 22"] },
});

function aTurn(position = POSITION) {
  const { store, link } = aStore();
  store.receive(aWelcome({ position }));
  const turn = new DiceTurn(store, () => store.position as unknown as DicePosition, (stop) => stop === "stop");
  const moves = () => link.sent.filter(({ type }) => type === "move");
  return { turn, moves };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a face is chosen, changed and taken back, and nothing is sent", () => {
  const { turn, moves } = aTurn();
  expect(turn.plan).toBeNull();
  turn.choose("2");
  expect([turn.chosen, turn.plan?.total]).toEqual(["2", 15]);
  turn.choose("5");
  expect(turn.plan?.stops[0]).toBe("steal 23");
  turn.choose("5");
  expect(turn.chosen).toBeNull();
  turn.choose("W");
  expect(turn.chosen).toBeNull();
  expect(moves()).toEqual([]);
});

test("keep and decision go out together, once", () => {
  const { turn, moves } = aTurn();
  turn.roll();
  turn.choose("5");
  turn.stop();
  turn.stop();
  turn.roll();
  turn.choose("2");
  expect(moves()).toMatchObject([{ move: "keep 5", then: "steal 23" }]);
});

test("a grave decision needs two presses that are not one slip", () => {
  const { turn, moves } = aTurn();
  turn.choose("2");
  turn.stop();
  vi.advanceTimersByTime(200);
  turn.stop();
  expect(moves()).toEqual([]);
  vi.advanceTimersByTime(300);
  turn.stop();
  expect(moves()).toMatchObject([{ move: "keep 2", then: "stop" }]);
});

test("a keep that ends the turn is one move, and a grave one where it can be avoided", () => {
  const { turn, moves } = aTurn();
  turn.choose("4");
  turn.stop();
  vi.advanceTimersByTime(500);
  turn.stop();
  expect(moves()).toMatchObject([{ move: "keep 4" }]);
  expect(moves()[0]).not.toHaveProperty("then");
});

test("what is kept already is decided as it is", () => {
  const { turn, moves } = aTurn(aPosition({ kept: "WW355", rolled: "", total: 23, moves: ["roll", "take 22"] }));
  turn.roll();
  expect(moves()).toMatchObject([{ move: "roll" }]);
});

test("the dice are in the hand while a finger is on the button, and until the answer", () => {
  const { turn, moves } = aTurn();
  turn.hold();
  expect(turn.shaken).toBe(false);
  turn.choose("5");
  turn.hold();
  expect(turn.shaken).toBe(true);
  turn.letGo();
  expect(turn.shaken).toBe(false);
  turn.hold();
  turn.lift();
  expect(turn.shaken).toBe(true);
  turn.roll();
  expect([turn.held, turn.shaken, moves().length]).toEqual([false, true, 1]);
});

test("dice that were lifted without a click are put back", () => {
  const { turn, moves } = aTurn();
  turn.choose("5");
  turn.hold();
  turn.lift();
  vi.advanceTimersByTime(1000);
  expect(turn.shaken).toBe(false);
  turn.hold();
  turn.lift();
  turn.hold();
  vi.advanceTimersByTime(1000);
  expect(turn.shaken).toBe(true);
  expect(moves()).toEqual([]);
});
