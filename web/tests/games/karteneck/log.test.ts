import { expect, test } from "vitest";
import { karteneck } from "../../../src/games/karteneck";
import { headline, logText } from "../../../src/table/logText";
import type { GameEvent } from "../../../src/wire/messages";
import { aTable, happened } from "../../helpers/tables";

const AT = { table: aTable(), module: karteneck };

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
  expect(headline(happened(1, { events: EVENTS }), AT)).toEqual([
    "Ann drops out without a worm.",
    "Ann gets 18, the lowest on the grill.",
    "Dinner is served: 37 for Gus (total 30) and 31 for Ann (total 25).",
  ]);
  const all = logText(happened(1, { events: EVENTS }), AT);
  expect(all).toContain("Ann’s cards go to the discard pile.");
  expect(all.at(-1)).toBe("New on the grill: 0 and 33. Gus begins.");
});

test("only the last one to drop out does not wait for the serving", () => {
  const out: GameEvent = { event: "DroppedOut", seat: 0, valid: true, total: 8 };
  expect(logText(happened(1, { events: [out] }), AT)).toEqual(["Ann drops out with 8 and waits for the serving."]);
  const last: GameEvent[] = [out, { event: "PortionServed", seat: 0, portion: 18, total: 8 }, { event: "RoundEnded", served: 1 }];
  expect(headline(happened(1, { events: last }), AT)[0]).toBe("Ann is the last to drop out, with 8.");
});

test("what one draws oneself is told once, with the cards", () => {
  const events: GameEvent[] = [
    { event: "CardsLaid", seat: 0, cards: [12, 30], total: 24 },
    { event: "PileReshuffled", cards: 20 },
    { event: "CardsDrawn", seat: 0, count: 2 },
    { event: "CardsSeen", seat: 0, cards: [3, 9] },
    { event: "CardsDrawn", seat: 1, count: 1 },
  ];
  expect(logText(happened(1, { events }), AT)).toEqual([
    "Ann lays 2 worms (shields 7 and 25): total 24.",
    "The discard pile, 20 cards, is shuffled to be drawn from.",
    "You draw 1\u00a0×\u00a03 and 1 worm (shield 4).",
    "Gus draws 1 card.",
  ]);
});
