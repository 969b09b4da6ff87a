import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Stage } from "../../../src/games/karteneck/stage.svelte";
import { skipMotion } from "../../../src/ui/motion";
import type { Happened, KarteneckPosition } from "../../../src/wire/types";
import { happened } from "../../helpers/tables";

const BEFORE: KarteneckPosition = {
  game: "karteneck", to_act: 1, turn_of: 1, seat: 0, hand: [1], hand_sizes: [1, 2], layouts: [[5, 9], [4, 12]], totals: [10, 9], out: [true, false],
  stacks: [[], []], scores: [0, 0], grill: [18, 41], supply: 6, pile: 50, discard: [], moves: [], layable: [],
};
const AFTER: KarteneckPosition = { ...BEFORE, to_act: 0, layouts: [[], []], stacks: [[41], [18]], grill: [22, 30], supply: 4, hand: [1, 2] };
const SERVED: Happened = happened(7, {
  events: [
    { event: "PortionServed", seat: 0, portion: 41, total: 10 },
    { event: "PortionServed", seat: 1, portion: 18, total: 9 },
    { event: "RoundEnded", served: 2 },
  ],
});

function served(): Stage {
  const stage = new Stage();
  stage.follow(BEFORE, null);
  stage.follow(AFTER, SERVED);
  return stage;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  delete document.documentElement.dataset["motion"];
});

test("a round ends with its serving, which is over after two and a half seconds", () => {
  const stage = served();
  expect(stage.scene?.ranks).toEqual([1, 2]);
  expect(stage.position).toMatchObject({ grill: [18, 41], hand: [1, 2], moves: [] });
  vi.advanceTimersByTime(500);
  expect(stage.position?.grill).toEqual([18]);
  vi.advanceTimersByTime(2000);
  expect(stage.scene).toBeNull();
  expect(stage.position).toBe(AFTER);
});

test("any input skips it, and what came meanwhile is shown", () => {
  const stage = served();
  const later = { ...AFTER, pile: 49 };
  stage.follow(later, happened(8, { events: [{ event: "CardsDrawn", seat: 0, count: 1 }] }));
  expect(stage.position?.grill).toEqual([18, 41]);
  skipMotion();
  expect(stage.scene).toBeNull();
  expect(stage.position).toBe(later);
});

test("with less motion things are at once as they are", () => {
  document.documentElement.dataset["motion"] = "less";
  expect(served().position).toBe(AFTER);
});
