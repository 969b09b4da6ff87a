import { mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import Me from "../../src/pages/Me.svelte";
import { settings } from "../../src/settings.svelte";
import { hereHost } from "../../src/wire/http";
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
let games: PlayedGame[];
/** Number of requests for the statistics. */
let asked: number;
let sums: () => Statistics[];

beforeEach(() => {
  vi.useFakeTimers();
  [luck, asked] = [null, 0];
  games = [played("bratwurmeck"), played("karteneck")];
  sums = () => [sum("bratwurmeck", luck), sum("karteneck", null)];
  settings.name = "Ann";
  vi.stubGlobal("fetch", (path: string) => {
    if (!path.startsWith("/api/history")) asked++;
    return Promise.resolve(new Response(JSON.stringify(path.startsWith("/api/history") ? games : sums())));
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

/** A game that was copied from a device, of its own day, so that the charts can be told apart. */
const copied = (number: number): PlayedGame => ({ ...played("bratwurmeck"), table: "_ABCDEFGHJKMN", number, unverified: true });

test("games with unverified luck are counted apart, and are in no chart", async () => {
  await unmount(shown);
  games = [copied(1), copied(2), played("bratwurmeck")];
  sums = () => [{ ...sum("bratwurmeck", 2), unverified: 2 }];
  shown = mount(Me, { target: document.body });
  await shows("Not counted: 2 games with unverified luck");
  expect(document.body.textContent).toContain("1 of 1 won");
  expect(document.body.textContent).not.toContain("Places in the latest games");
});

test("who has only games with unverified luck gets no figures, and none are waited for", async () => {
  await unmount(shown);
  games = [copied(1)];
  sums = () => [{ game: "bratwurmeck", games: 0, wins: 0, score: 0, failed: 0, luck: null, unverified: 1 }];
  shown = mount(Me, { target: document.body });
  await shows("Not counted: 1 game with unverified luck");
  expect(document.body.textContent).not.toMatch(/0 of 0|being worked out|on average/);
  const before = asked;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(before);
});

test("a past game has the time at which it was finished, which is all that is known of a copy", async () => {
  await unmount(shown);
  games = [{ ...copied(1), began: Date.UTC(2025, 0, 2, 12), ended: Date.UTC(2025, 0, 3, 12) }];
  shown = mount(Me, { target: document.body });
  await shows("luck unverified");
  expect(document.querySelector("time")?.dateTime).toBe("2025-01-03T12:00:00.000Z");
  await shows("nobody else vouches");
});

test("where games of this device are listed, there is no word of there being none", async () => {
  await unmount(shown);
  [games, sums] = [[], () => []];
  localStorage.setItem("heckmeck.here", "yes");
  vi.spyOn((await hereHost()).here, "isThere").mockResolvedValue(true);
  vi.spyOn((await hereHost()).here, "fetch").mockImplementation(() => Promise.resolve(new Response(JSON.stringify([{ ...played("bratwurmeck"), table: "~ABCDEFG" }]))));
  shown = mount(Me, { target: document.body });
  await shows("Played on this device");
  expect(document.body.textContent).not.toContain("No finished game yet");
  vi.restoreAllMocks();
});

test("without any game it says so", async () => {
  await unmount(shown);
  [games, sums] = [[], () => []];
  localStorage.setItem("heckmeck.here", "yes");
  shown = mount(Me, { target: document.body });
  await shows("No finished game yet");
});
