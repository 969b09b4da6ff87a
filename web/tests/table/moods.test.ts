import { expect, test } from "vitest";
import { moodsOf } from "../../src/table/moods";
import type { GameEvent } from "../../src/wire/messages";
import type { Happened } from "../../src/wire/types";
import { moduleOf } from "../helpers/games";
import { aTable } from "../helpers/tables";

const entry = (...events: GameEvent[]): Happened => ({ type: "happened", seq: 1, at: 0, what: "moved", events });
const moods = (...entries: Happened[]) => moodsOf({ entries, module: moduleOf("bratwurmeck"), ended: null, table: aTable() });

test("a theft makes one happy and the other sour, until their next turns begin", () => {
  const theft = entry({ event: "PortionStolen", seat: 0, portion: 23, victim: 1 });
  expect(moods(theft)).toEqual(["happy", "sour"]);
  expect(moods(theft, entry({ event: "DiceRolled", seat: 1, dice: "12345WWW" }))).toEqual(["happy", "calm"]);
});

test("a new game makes everybody calm", () => {
  const failed = entry({ event: "AttemptFailed", seat: 1, reason: "no_worm" });
  expect(moods(failed)).toEqual(["calm", "sour"]);
  expect(moods(failed, { ...entry(), what: "began" })).toEqual(["calm", "calm"]);
});
