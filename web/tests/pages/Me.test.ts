import { mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import Me from "../../src/pages/Me.svelte";
import { settings } from "../../src/settings.svelte";
import type { PlayedGame, SeatResult, Statistics } from "../../src/wire/types";

const seat = (more: Partial<SeatResult>): SeatResult =>
  ({ seat: 0, name: "Ann", person: true, bot: null, score: 6, rank: 1, won: true, failed: 1, luck: null, mine: true, ...more });
const played = (game: string): PlayedGame => ({
  table: game.toUpperCase(), number: 1, game, setup: {}, began: 0, ended: 1, reason: "end",
  results: [seat({}), ...[1, 2].map((at) => seat({ seat: at, name: "medium", person: false, bot: "medium", mine: false, won: false, rank: 2 }))],
});
const sum = (game: string, luck: number | null): Statistics => ({ game, games: 1, wins: 1, score: 6, failed: 1, luck });

let shown: Record<string, unknown>;
let luck: number | null;

beforeEach(() => {
  vi.useFakeTimers();
  luck = null;
  settings.name = "Ann";
  vi.stubGlobal("fetch", (path: string) => {
    const found = path.startsWith("/api/history") ? [played("bratwurmeck"), played("karteneck")] : [sum("bratwurmeck", luck), sum("karteneck", null)];
    return Promise.resolve(new Response(JSON.stringify(found)));
  });
  shown = mount(Me, { target: document.body });
});
afterEach(async () => {
  await unmount(shown);
  vi.unstubAllGlobals();
});

const shows = (text: string) => vi.waitFor(() => expect(document.body.textContent).toContain(text));

test("luck that is being calculated is shown as soon as it is known; cards have none", async () => {
  await shows("It is still being worked out.");
  expect(document.body.textContent.match(/For cards no exact odds/g)).toHaveLength(1);
  luck = 2;
  await vi.advanceTimersByTimeAsync(2000);
  await shows("The dice gave you 2 worms more");
  expect(document.body.textContent).not.toContain("still being");
});

test("opponents have the names that they had at the table", async () => {
  await shows("with Leo and Lottie");
});
