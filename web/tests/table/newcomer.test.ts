import { expect, test, vi } from "vitest";
import { moduleOf } from "../../src/games/registry";
import { Newcomer, newcomer as reader } from "../../src/table/newcomer.svelte";
import type { Position } from "../../src/wire/messages";
import { aPosition, aStore, aTable } from "../helpers/tables";

test("who says it is the first time sees hints, each of them once, on later visits too", () => {
  const newcomer = new Newcomer();
  expect([newcomer.asked, newcomer.hinted]).toEqual([false, false]);
  newcomer.answer(true);
  newcomer.see("bratwurmeck.goal");
  newcomer.throwDice();
  const later = new Newcomer();
  expect([later.asked, later.hinted, later.throws]).toEqual([true, true, false]);
  expect([later.hasSeen("bratwurmeck.goal"), later.hasSeen("bratwurmeck.stop")]).toEqual([true, false]);
});

test("without a storage it works as long as the page is open", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new Error("blocked");
    },
    setItem: () => {
      throw new Error("blocked");
    },
  });
  const newcomer = new Newcomer();
  newcomer.answer(true);
  newcomer.see("karteneck.goal");
  expect([newcomer.hinted, newcomer.hasSeen("karteneck.goal")]).toEqual([true, true]);
});

const shown = (game: string, position: Position) => moduleOf(game).hints.filter(({ when }) => when(position)).map(({ name }) => name);

test("dice: the goal at the first roll, the faces at the second, stopping when it pays", () => {
  expect(shown("bratwurmeck", aPosition({ kept: "", rolled: "11345WWW", total: 0, moves: ["keep 1", "keep W"] }))).toEqual(["goal"]);
  expect(shown("bratwurmeck", aPosition({ kept: "WWW", rolled: "11345", total: 15, moves: ["keep 1", "keep 3", "keep 4", "keep 5"] }))).toEqual(["faces"]);
  expect(shown("bratwurmeck", aPosition({ kept: "WWW", rolled: "11355", total: 15, moves: ["keep 1", "keep 3", "keep 5"] }))).toEqual(["faces", "stop"]);
});

test("cards: the goal with an empty layout, the sorts after it, dropping out with a worm", () => {
  const position = (layout: number[]) =>
    ({ game: "karteneck", seat: 0, to_act: 0, turn_of: 0, layouts: [layout, []], moves: ["out"] }) as unknown as Position;
  expect(shown("karteneck", position([]))).toEqual(["goal"]);
  expect(shown("karteneck", position([4, 4]))).toEqual(["sorts"]);
  expect(shown("karteneck", position([4, 4, 28]))).toEqual(["sorts", "out"]);
});

test("the first dice are shown and told only when they are thrown", () => {
  reader.answer(true);
  const { store } = aStore();
  const position = aPosition({ kept: "", rolled: "11345WWW", total: 0, to_act: 0, turn_of: 0, moves: ["keep 1"] });
  store.receive({ type: "welcome", seq: 3, table: aTable(), mine: [0], host: true, now: 0, position });
  expect(store.unthrown).not.toBeNull();
  expect(store.position).toMatchObject({ rolled: "", moves: [] });
  store.throwDice();
  expect([store.unthrown, store.position]).toEqual([null, position]);
});
