import { expect, test } from "vitest";
import { bratwurmeck } from "../../src/games/bratwurmeck";
import { karteneck } from "../../src/games/karteneck";
import { cuesOf } from "../../src/sound/cues";
import type { GameEvent } from "../../src/wire/messages";
import { happened } from "../helpers/tables";

const cues = { ...bratwurmeck.cues, ...karteneck.cues };

const quiet = { cues, mine: [0], turnBegins: false };
const entry = (...events: GameEvent[]) => happened(1, { events });

test("a theft is heard before the next roll", () => {
  const events = entry(
    { event: "PortionStolen", seat: 1, portion: 25, victim: 0 },
    { event: "DiceRolled", seat: 0, dice: "11244WWW" },
  );
  expect(cuesOf(events, { cues, mine: [0], turnBegins: true })).toEqual(["steal", "roll", "turn"]);
});

test("what happens twice in one entry is heard once", () => {
  const served = { event: "PortionServed" as const, seat: 0, portion: 20, total: 21 };
  expect(cuesOf(entry(served, { ...served, seat: 1 }), quiet)).toEqual(["take"]);
});

test("a win sounds like one only to the winner", () => {
  const ended = { reason: "grill_empty", scores: [3, 1], ranking: [[0], [1]], winners: [0], secret: "00" };
  const events: GameEvent[] = [{ event: "PortionTaken", seat: 0, portion: 21 }];
  expect(cuesOf(happened(1, { events, ended }), { cues, mine: [0], turnBegins: false })).toEqual(["win"]);
  expect(cuesOf(happened(1, { ended }), { cues, mine: [1], turnBegins: false })).toEqual(["end"]);
});

test("people who come and go, and what a newer server tells, make no sound", () => {
  expect(cuesOf(happened(1, { what: "sat" }), quiet)).toEqual([]);
  expect(cuesOf(entry({ event: "WormEscaped" } as unknown as GameEvent), quiet)).toEqual([]);
});
