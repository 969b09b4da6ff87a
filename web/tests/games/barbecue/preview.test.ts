import { expect, test } from "vitest";
import { type Lying, lying, nextSnail, prospect } from "../../../src/games/barbecue/preview";
import type { BarbecuePosition, Spot } from "../../../src/wire/types";
import { aTable } from "../../helpers/tables";

const SNAIL: Spot = [null, 0, true];

function barbecue(more: Partial<BarbecuePosition> = {}): BarbecuePosition {
  return {
    game: "barbecue", to_act: 0, turn_of: 0, spots: Array.from({ length: 14 }, (): Spot => [null, 0, false]), pool: 12,
    worms: [0, 0], snails: [0, 0], scores: [0, 0], kept: "", rolled: "", total: 0, moves: [], ...more,
  };
}

function spotsWith(found: Record<number, Spot>): Lying[] {
  const { spots } = barbecue();
  return lying(aTable(), barbecue({ spots: spots.map((empty, place) => found[23 + place] ?? empty) }));
}

test("what a sum would bring in Barbecue depends on what lies there", () => {
  const spots = spotsWith({ 30: [1, 1, false], 31: [0, 1, false], 32: SNAIL, 33: [1, 2, false] });
  const at = (sum: number) => prospect(spots, barbecue(), sum);
  expect(at(22)).toEqual({ kind: "low" });
  expect(at(23)).toEqual({ kind: "place", spot: 23, worms: 1 });
  expect(at(30)).toEqual({ kind: "steal", spot: 30, worms: 3, victim: 1 });
  expect(at(31)).toEqual({ kind: "secure", spot: 31, worms: 3 });
  expect(at(32)).toEqual({ kind: "snail", spot: 32 });
  expect(at(33)).toEqual({ kind: "closed" });
});

test("a sum above all spots wins a snail of the pool, then the highest on the grill, then nothing", () => {
  const spots = spotsWith({ 26: SNAIL, 32: SNAIL });
  expect(prospect(spots, barbecue(), 37)).toEqual({ kind: "snail", spot: null });
  expect(prospect(spots, barbecue({ pool: 0 }), 37)).toEqual({ kind: "snail", spot: 32 });
  expect(prospect(spotsWith({}), barbecue({ pool: 0 }), 37)).toEqual({ kind: "end" });
});

test("the next snail goes to the highest empty spot, or drives the highest single plate away", () => {
  expect(nextSnail(spotsWith({ 36: SNAIL, 35: [0, 2, false] }), 3)?.spot).toBe(34);
  const full = Object.fromEntries(Array.from({ length: 14 }, (_, place) => [23 + place, [place % 2, place > 9 ? 2 : 1, false] as Spot]));
  expect(nextSnail(spotsWith(full), 3)?.spot).toBe(32);
  expect(nextSnail(spotsWith({}), 0)).toBeNull();
});
