import { expect, test, vi } from "vitest";
import { headline, logParts } from "../../../src/table/logText";
import { amountOf } from "../../../src/table/units";
import { catalog } from "../../../src/wire/catalog.svelte";
import type { TextPosition } from "../../../src/wire/types";
import { moduleOf } from "../../helpers/games";
import { aStore, aTable, aWelcome, happened } from "../../helpers/tables";

const FARKLE = { name: "farkle", title: "Farkle", seats: [2, 4], bots: [], unit: "pips" };
const TABLE = aTable({ plan: { game: "farkle", seats: 2 } });
const POSITION: TextPosition = { game: "farkle", to_act: 0, turn_of: 0, scores: [4, 11], text: "Ann  4\nBo  11", moves: ["roll", "hold"] };

test("a game that has no module of its own is named and counted as the server says", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json([FARKLE])));
  const farkle = moduleOf("farkle");
  expect([farkle.title(), farkle.unit]).toEqual(["farkle", "points"]);
  await catalog.load();
  expect([farkle.title(), farkle.unit]).toEqual(["Farkle", "pips"]);
  expect(amountOf(farkle.unit, 3)).toBe("3 pips");
  expect(moduleOf("farkle")).toBe(farkle);
});

test("its log has moves and outcomes of chance in notation", () => {
  const entry = happened(3, { seat: 1, move: "roll", chance: [{ outcome: "=6", weights: [["=6", 1]] }] });
  const context = { table: TABLE, module: moduleOf("farkle") };
  expect(logParts(entry, context)).toEqual([
    { seat: 1, lines: ["Gus: roll"] },
    { seat: null, lines: ["Chance: 6"] },
  ]);
  expect(headline(entry, context)).toEqual(["Gus: roll", "Chance: 6"]);
});

test("it is played through the same store as any other", () => {
  const { store, link } = aStore();
  store.receive(aWelcome({ table: TABLE, position: POSITION }));
  expect([store.module.name, store.myTurn, store.covered]).toEqual(["farkle", true, false]);
  store.move("hold");
  expect(link.sent).toMatchObject([{ type: "move", move: "hold" }]);
  store.receive(happened(6, { seat: 0, move: "hold", position: { ...POSITION, to_act: 1, turn_of: 1 } }));
  expect([store.myTurn, store.position?.turn_of]).toEqual([false, 1]);
});
