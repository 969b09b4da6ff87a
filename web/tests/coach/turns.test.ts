import { expect, test } from "vitest";
import { countOf, listedTurns } from "../../src/coach/turns";
import type { LogGroup } from "../../src/table/logBook";

const row = (seat: number | null, digest = true) => ({ key: `${seat}`, seat, digest: digest ? {} : null, sentences: [], events: [] });
const group = (round: number, rows: object[]) => ({ key: `${round}`, round, over: true, notes: [], rows }) as unknown as LogGroup;

test("in a game of rounds the deal before the first one is no round, and rounds are counted, not lines", () => {
  const turns = listedTurns([group(0, [row(0), row(1)]), group(1, [row(0), row(1)]), group(2, [row(0), row(1), row(null), row(0, false)])], true);
  expect(turns.map(({ round, row }) => [round, row.seat])).toEqual([[1, 0], [1, 1], [2, 0], [2, 1]]);
  expect(countOf(turns, true)).toBe(2);
});

test("in a game without rounds all turns are listed and counted", () => {
  const turns = listedTurns([group(0, [row(0), row(1), row(0)])], false);
  expect(countOf(turns, false)).toBe(3);
});
