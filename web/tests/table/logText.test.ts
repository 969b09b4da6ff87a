import { expect, test } from "vitest";
import { bratwurmeck } from "../../src/games/bratwurmeck";
import { headline, logParts, logText } from "../../src/table/logText";
import type { TableInfo } from "../../src/wire/types";
import { aTable, happened } from "../helpers/tables";

const at = (more: Partial<TableInfo> = {}) => ({ table: aTable(more), module: bratwurmeck });

test("what people say and show is told, but the last word belongs to the game", () => {
  const clap = happened(1, { what: "reacted", seat: 0, text: "clap" });
  const off = happened(2, { what: "chat_set", seat: null });
  expect(logText(clap, at())).toEqual(["Ann: “Well played!”"]);
  expect(logText(happened(1, { what: "reacted", seat: 0, text: "moonwalk" }), at())).toEqual(["Ann: “moonwalk”"]);
  expect(logText(off, at({ chat: false }))).toEqual(["The chat is off."]);
  expect([...headline(clap, at()), ...headline(off, at())]).toEqual([]);
});

test("a move is told by its events", () => {
  const events = [
    { event: "PortionStolen" as const, seat: 0, portion: 25, victim: 1 },
    { event: "DiceRolled" as const, seat: 1, dice: "1133" },
  ];
  expect(logText(happened(1, { events }), at())).toEqual([
    "Ann steals 25 from Gus. Ouch!",
    "Gus rolls 2\u00a0×\u00a01 and 2\u00a0×\u00a03.",
  ]);
  expect(headline(happened(1, { events }), at())).toEqual(["Ann steals 25 from Gus. Ouch!"]);
});

test("each part of an entry belongs to the seat that acted", () => {
  const events = [
    { event: "AttemptFailed" as const, seat: 0, reason: "no_worm" },
    { event: "PortionReturned" as const, seat: 0, portion: 25 },
    { event: "PortionTurned" as const, portion: 36 },
    { event: "DiceRolled" as const, seat: 1, dice: "1133" },
  ];
  const told = logParts(happened(1, { seat: 0, events }), at());
  expect(told.map(({ seat, lines }) => [seat, lines.length])).toEqual([[0, 3], [1, 1]]);
});

test("the roll that made an attempt fail is worth a look", () => {
  const events = [
    { event: "DiceRolled" as const, seat: 0, dice: "11" },
    { event: "AttemptFailed" as const, seat: 0, reason: "no_new_face" },
    { event: "DiceRolled" as const, seat: 1, dice: "1133" },
  ];
  expect(headline(happened(1, { events }), at())).toHaveLength(2);
});

test("what a newer server tells is passed over", () => {
  const events = [{ event: "WormEscaped", seat: 0 }] as unknown as [];
  expect(logText(happened(1, { events }), at())).toEqual([]);
});

test("what muted people say and show is not told", () => {
  for (const what of ["said", "reacted"] as const) expect(logText(happened(1, { what, seat: 1, muted: true }), at())).toEqual([]);
});
