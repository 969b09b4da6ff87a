import { expect, test } from "vitest";
import { order, scenes } from "../../../src/games/karteneck/serving";
import type { GameEvent } from "../../../src/wire/messages";
import type { KarteneckPosition } from "../../../src/wire/types";

const BEFORE: KarteneckPosition = {
  game: "karteneck", to_act: 2, turn_of: 2, seat: 0, hand: [1], hand_sizes: [1, 2, 3], layouts: [[5, 5, 9], [4, 12], [3, 3]],
  totals: [15, 9, 6], out: [true, true, false], stacks: [[22], [30], []], scores: [1, 3, 0], grill: [18, 29, 41], supply: 6, pile: 50,
  discard: [], moves: [], layable: [],
};
const ENDED: GameEvent = { event: "RoundEnded", served: 2 };

test("layouts are served by their totals, and equal ones by their highest shields; without a worm there is no place", () => {
  expect(order([[5, 6], [5, 30], [5, 5], [3, 4, 8]])).toEqual([3, 1, 0]);
});

test("the serving is told in pictures: the layouts ranked, then one portion after the other", () => {
  const told = scenes(BEFORE, [
    { event: "DroppedOut", seat: 2, valid: false, total: 6 },
    { event: "LayoutDiscarded", seat: 2, cards: [3, 3] },
    { event: "PortionTaken", seat: 2, portion: 18 },
    { event: "PortionServed", seat: 0, portion: 41, total: 15 },
    { event: "PortionServed", seat: 1, portion: 29, total: 9 },
    ENDED,
  ]);
  expect(told.map(({ position }) => position.grill)).toEqual([[29, 41], [29], []]);
  expect(told.map(({ position }) => position.stacks)).toEqual([
    [[22], [30], [18]],
    [[22, 41], [30], [18]],
    [[22, 41], [30, 29], [18]],
  ]);
  expect(told[0]?.ranks).toEqual([1, 2, null]);
  expect(told[0]?.position).toMatchObject({ to_act: null, out: [true, true, true], totals: [15, 9, 0], discard: [3, 3], moves: [] });
  expect(told.every(({ theft }) => theft === null)).toBe(true);
});

test("a theft comes last, below what the thief was served", () => {
  const before = { ...BEFORE, layouts: [[5, 5, 9], [4, 12], [5, 5, 5, 5, 5, 6]], totals: [15, 9, 30] };
  const told = scenes(before, [
    { event: "DroppedOut", seat: 2, valid: true, total: 30 },
    { event: "PortionStolen", seat: 2, portion: 30, victim: 1 },
    { event: "PortionServed", seat: 2, portion: 41, total: 30 },
    { event: "PortionServed", seat: 0, portion: 29, total: 15 },
    { event: "PortionServed", seat: 1, portion: 18, total: 9 },
    { ...ENDED, served: 3 },
  ]);
  expect(told.map(({ position }) => position.stacks[2])).toEqual([[], [41], [41], [41], [30, 41]]);
  expect(told.map(({ position }) => position.stacks[1])).toEqual([[30], [30], [30], [30, 18], [18]]);
  expect(told[0]?.theft).toEqual({ seat: 2, victim: 1, portion: 30 });
});

test("as long as the round goes on there is nothing to serve", () => {
  expect(scenes(BEFORE, [{ event: "CardsLaid", seat: 2, cards: [4], total: 10 }])).toEqual([]);
});
