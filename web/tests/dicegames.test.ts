import { expect, test } from "vitest";
import { fatalDice, lastTurn } from "../src/games/dice/lastTurn";
import { arrivals, departures } from "../src/games/barbecue/flights";
import { type Lying, lying, nextSnail, prospect } from "../src/games/barbecue/preview";
import { platesLeft } from "../src/games/shared/material";
import type { GameEvent } from "../src/wire/messages";
import type { BarbecuePosition, Spot } from "../src/wire/types";
import { aTable, happened } from "./kit";

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

test("plates that are not on the grill are left", () => {
  expect(platesLeft([[0, 2, false], [1, 1, false], [0, 1, false], SNAIL], 0)).toBe(7);
});

test("whatever leaves a place arrives somewhere else under the same name", () => {
  const events: GameEvent[] = [
    { event: "PlatePlaced", seat: 0, spot: 30, worms: 3 },
    { event: "PlateReplaced", seat: 0, spot: 30, worms: 3, victim: 1 },
    { event: "SpotSecured", seat: 0, spot: 30, worms: 3 },
    { event: "SnailPlaced", spot: 36, displaced: null },
    { event: "SnailPlaced", spot: 36, displaced: 1 },
    { event: "SnailTaken", seat: 0, spot: 36 },
    { event: "SnailTaken", seat: 0, spot: null },
  ];
  for (const event of events) {
    const [from, to] = [departures(event), arrivals(event)];
    const names = (flights: object) => Object.values(flights).map(({ name }: { name: string }) => name).sort();
    expect(names(from), event.event).toEqual(names(to));
    expect(names(from).length, event.event).toBeGreaterThan(0);
    expect(new Set(names(from)).size).toBe(names(from).length);
  }
});

const roll = (seat: number, dice: string): GameEvent => ({ event: "DiceRolled", seat, dice });
const keep = (face: string, count: number, total: number): GameEvent => ({ event: "FaceKept", seat: 0, face, count, total });

test("the last turn is put together from several entries, and the next one is left out", () => {
  const entries = [
    happened(1, { what: "began", events: [roll(0, "1123444W")] }),
    happened(2, { events: [keep("4", 3, 12)] }),
    happened(3, { events: [roll(0, "1444")] }),
    happened(4, { events: [keep("1", 1, 13)] }),
    happened(5, { events: [roll(0, "144"), { event: "AttemptFailed", seat: 0, reason: "no_new_face" }, roll(1, "11112222")] }),
  ];
  expect(lastTurn(entries.slice(0, 4))).toBeNull();
  const turn = lastTurn(entries);
  expect(turn).toMatchObject({ seq: 5, seat: 0, failed: true });
  expect(turn?.throws).toEqual([
    { dice: "1123444W", kept: "4", total: 12 },
    { dice: "1444", kept: "1", total: 13 },
    { dice: "144", kept: null, total: 13 },
  ]);
  expect(turn && fatalDice(turn)).toBe("144");
});

test("where all was kept in vain, those are the fatal dice", () => {
  const failed: GameEvent = { event: "AttemptFailed", seat: 0, reason: "no_worm" };
  const turn = lastTurn([happened(1, { events: [roll(0, "11114444"), keep("4", 4, 16), roll(0, "1111"), keep("1", 4, 20), failed] })]);
  expect(turn && fatalDice(turn)).toBe("44441111");
});

test("a game that is over has no part in the next one", () => {
  const taken: GameEvent = { event: "PortionTaken", seat: 0, portion: 21 };
  expect(lastTurn([happened(1, { events: [roll(0, "11"), taken] }), happened(2, { what: "began" })])).toBeNull();
});
