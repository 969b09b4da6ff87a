import { expect, test } from "vitest";
import { fatalDice, lastTurn } from "../../../src/games/dice/lastTurn";
import type { GameEvent } from "../../../src/wire/messages";
import { happened } from "../../helpers/tables";

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
