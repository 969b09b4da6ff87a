import { expect, test } from "vitest";
import { cardsInWords, copies, sorted } from "../src/games/karteneck/cards";
import { cut, fan, spread } from "../src/games/karteneck/fan";
import { holderOf, served } from "../src/games/karteneck/preview";
import { headline, story } from "../src/table/logText";
import type { GameEvent } from "../src/wire/messages";
import { aTable, happened } from "./kit";

const PHONE = 344;
const CARD = 54;

test("a card keeps its number when it goes from the hand to the layout", () => {
  const before = copies([2, 4, 4, 4]).map(({ id }) => id);
  const laid = copies([4, 4]).map(({ id }) => id);
  const kept = copies([2, 4], [4, 4]).map(({ id }) => id);
  expect(before).toEqual(["2-0", "4-0", "4-1", "4-2"]);
  expect([...laid, ...kept].sort()).toEqual([...before].sort());
});

test("worms are one sort, whatever their shields", () => {
  expect(sorted([1, 1, 5, 6, 30], (card) => card)).toEqual([[1, 1], [5], [6, 30]]);
  expect(cardsInWords([1, 1, 5, 6, 30])).toBe("2\u00a0×\u00a01, 1\u00a0×\u00a05, 2 worms (shields 1, 25)");
});

test("a small hand lies side by side, a larger one overlaps, and all of it is on the screen", () => {
  expect(spread([1, 1, 1], PHONE, CARD)).toEqual({ inner: 24.3, outer: 64 });
  for (const sizes of [[6], [2, 1, 3, 1, 4], [1, 1, 1, 1, 1, 7], [3, 3, 2, 1, 2, 1]]) {
    const { inner, outer } = spread(sizes, PHONE, CARD) ?? { inner: NaN, outer: NaN };
    const cards = sizes.reduce((sum, size) => sum + size, 0);
    expect(CARD + (cards - sizes.length) * inner + (sizes.length - 1) * outer).toBeLessThanOrEqual(PHONE + 0.001);
    expect(Math.min(inner, outer)).toBeGreaterThanOrEqual(24);
  }
});

test("what fingers could not tell apart goes into another row", () => {
  const hand = [1, 1, 1, 2, 2, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 7, 8];
  expect(spread([17], PHONE, CARD)).toBeNull();
  const rows = fan(sorted(hand, (card) => card), PHONE, CARD);
  expect(rows.map((row) => row.sorts.flat().length)).toEqual([10, 7]);
  expect(rows.flatMap((row) => row.sorts.flat())).toEqual(hand);
  expect(fan(cut([hand], 1)[0] ?? [], PHONE, CARD).every((row) => row.spread.inner > 0)).toBe(true);
  expect(fan([], PHONE, CARD)).toEqual([]);
});

test("as it stands, the highest total with a worm gets the highest portion, and shields settle ties", () => {
  const layouts = [[4, 5, 5, 5, 25], [5, 5, 5, 8, 13, 16], [2, 2, 2, 4, 5, 5, 5], [3, 5, 5, 5, 7], []];
  expect(served([18, 21, 31, 37], [...layouts])).toEqual([31, 37, null, 21, null]);
  expect(served([18, 21, 31], [[5, 7], [5, 9], [5, 8]])).toEqual([18, 31, 21]);
});

test("a portion is somebody's if it lies on top of another stack", () => {
  expect(holderOf(26, [[26], [18, 26], [26, 30]], 0)).toBe(1);
  expect(holderOf(26, [[26], [18], [26, 30]], 0)).toBeNull();
});

const EVENTS: GameEvent[] = [
  { event: "DroppedOut", seat: 0, valid: false, total: 8 },
  { event: "LayoutDiscarded", seat: 0, cards: [4, 4] },
  { event: "PortionTaken", seat: 0, portion: 18 },
  { event: "PortionServed", seat: 1, portion: 37, total: 30 },
  { event: "PortionServed", seat: 0, portion: 31, total: 25 },
  { event: "RoundEnded", served: 2 },
  { event: "GrillLaidOut", seat: 1, portions: [0, 33] },
];

test("the end of a round is told in a few sentences", () => {
  expect(headline(happened(1, { events: EVENTS }), aTable())).toEqual([
    "Ann drops out without a worm.",
    "Ann gets 18, the lowest on the grill.",
    "Dinner is served: 37 for Greedy with 30, 31 for Ann with 25.",
  ]);
  const all = story(happened(1, { events: EVENTS }), aTable());
  expect(all).toContain("Ann’s cards go to the discard pile.");
  expect(all.at(-1)).toBe("New on the grill: 0, 33. Greedy begins.");
});

test("only the last one to drop out does not wait for the serving", () => {
  const out: GameEvent = { event: "DroppedOut", seat: 0, valid: true, total: 8 };
  expect(story(happened(1, { events: [out] }), aTable())).toEqual(["Ann drops out with 8 and waits for the serving."]);
  const last: GameEvent[] = [out, { event: "PortionServed", seat: 0, portion: 18, total: 8 }, { event: "RoundEnded", served: 1 }];
  expect(headline(happened(1, { events: last }), aTable())[0]).toBe("Ann is the last to drop out, with 8.");
});

test("what one draws oneself is told once, with the cards", () => {
  const events: GameEvent[] = [
    { event: "CardsLaid", seat: 0, cards: [12, 30], total: 24 },
    { event: "PileReshuffled", cards: 20 },
    { event: "CardsDrawn", seat: 0, count: 2 },
    { event: "CardsSeen", seat: 0, cards: [3, 9] },
    { event: "CardsDrawn", seat: 1, count: 1 },
  ];
  expect(story(happened(1, { events }), aTable())).toEqual([
    "Ann lays 2 worms (shields 7, 25): total 24.",
    "The discard pile, 20 cards, is shuffled to be drawn from.",
    "You draw 1\u00a0×\u00a03, 1 worm (shield 4).",
    "Greedy draws 1 card.",
  ]);
});
