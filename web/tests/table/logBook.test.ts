import { expect, test, vi } from "vitest";
import { bratwurmeck } from "../../src/games/bratwurmeck";
import { karteneck } from "../../src/games/karteneck";
import { LogBook } from "../../src/table/logBook";
import type { GameEvent } from "../../src/wire/messages";
import type { Happened } from "../../src/wire/types";
import { aTable, happened } from "../helpers/tables";

const entry = (seq: number, ...events: GameEvent[]) => happened(seq, { seat: 0, events });
const AT = { table: aTable(), module: bratwurmeck };
const TURNS: Happened[] = [
  happened(1, { what: "began", seat: null, events: [{ event: "DiceRolled", seat: 0, dice: "1144WWW3" }] }),
  entry(2, { event: "FaceKept", seat: 0, face: "W", count: 3, total: 15 }, { event: "DiceRolled", seat: 0, dice: "11445" }),
  entry(3, { event: "FaceKept", seat: 0, face: "4", count: 2, total: 23 }),
  entry(4, { event: "PortionTaken", seat: 0, portion: 23 }, { event: "DiceRolled", seat: 1, dice: "11111111" }),
  entry(5, { event: "AttemptFailed", seat: 1, reason: "no_worm" }, { event: "PortionTurned", portion: 36 }, { event: "DiceRolled", seat: 0, dice: "12345WWW" }),
];

test("a turn is one line with its dice and its result, and unfolds to its sentences", () => {
  const [group] = new LogBook().read(TURNS, AT);
  const lines = group?.rows.filter(({ digest }) => digest).map(({ seat, digest }) => [seat, digest?.pieces.join(""), digest?.result, digest?.mood]);
  expect(lines).toEqual([
    [0, "44WWW", "takes 23", "happy"],
    [1, "", "slips, 36 turns", "sour"],
    [0, "", "rolls", "calm"],
  ]);
  expect(group?.rows[1]?.sentences.map(({ text }) => text).at(-1)).toBe("Ann takes 23.");
  expect(group?.rows[1]?.sentences[0]?.pieces).toEqual([..."1144WWW3"]);
});

test("an entry is put into words once, and lines before it stay as they are", () => {
  const log = vi.fn(bratwurmeck.log);
  const module = { ...bratwurmeck, log };
  const book = new LogBook();
  const before = book.read(TURNS.slice(0, 4), { table: aTable(), module })[0]?.rows ?? [];
  expect(log).toHaveBeenCalledTimes(4);
  const after = book.read(TURNS, { table: aTable(), module })[0]?.rows ?? [];
  expect(log).toHaveBeenCalledTimes(5);
  expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
  expect(after[1]).toBe(before[1]);
});

test("the log begins anew where entries are taken back or changed, but not where the oldest are forgotten", () => {
  const log = vi.fn(bratwurmeck.log);
  const at = { table: aTable(), module: { ...bratwurmeck, log } };
  const book = new LogBook();
  book.read(TURNS.slice(0, 3), at);
  book.read(TURNS.slice(1, 4), at);
  expect(log).toHaveBeenCalledTimes(4);
  book.read(TURNS.slice(0, 2), at);
  expect(log).toHaveBeenCalledTimes(6);
  book.read([TURNS[0], { ...TURNS[1] }] as Happened[], at);
  expect(log).toHaveBeenCalledTimes(8);
});

test("Karteneck is told round by round, a line for every player", () => {
  const entries = [
    happened(1, { what: "began", seat: null, events: [{ event: "GrillLaidOut", seat: 0, portions: [18, 41] }] }),
    entry(2, { event: "CardsLaid", seat: 0, cards: [4, 4], total: 8 }),
    happened(3, { seat: 1, events: [{ event: "CardsLaid", seat: 1, cards: [12], total: 5 }] }),
    entry(4, { event: "DroppedOut", seat: 0, valid: false, total: 8 }, { event: "LayoutDiscarded", seat: 0, cards: [4, 4] }, { event: "PortionTaken", seat: 0, portion: 18 }),
    happened(5, {
      seat: 1,
      events: [
        { event: "DroppedOut", seat: 1, valid: true, total: 5 },
        { event: "PortionServed", seat: 1, portion: 41, total: 5 },
        { event: "RoundEnded", served: 1 },
        { event: "GrillLaidOut", seat: 1, portions: [22] },
        { event: "CardsDrawn", seat: 1, count: 2 },
      ],
    }),
  ];
  const groups = new LogBook().read(entries, { table: aTable(), module: karteneck }).filter(({ round }) => round > 0);
  expect(groups.map(({ round, over }) => [round, over])).toEqual([[1, true], [2, false]]);
  expect(groups[0]?.rows.map(({ seat, digest }) => [seat, digest?.pieces, digest?.result])).toEqual([
    [0, ["4", "4"], "gets 18"],
    [1, ["12"], "gets 41"],
  ]);
  expect(groups[0]?.notes.map(({ text }) => text)).toContain("Dinner is served: 41 for Gus (total 5).");
});
