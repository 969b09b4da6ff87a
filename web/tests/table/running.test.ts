import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reach } from "../../src/offline/reach.svelte";
import { remember, remembered } from "../../src/table/myTables";
import { findTables } from "../../src/table/running";
import * as http from "../../src/wire/http";
import { aWelcome } from "../helpers/tables";

const CODE = "ABCDEFGH";
beforeEach(() => remember({ code: CODE, game: "bratwurmeck" }, localStorage));
afterEach(() => {
  reach.alone = false;
  vi.restoreAllMocks();
});

const answering = (status: number, body: unknown) => vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(body), { status })));
const codes = () => remembered(localStorage).map(({ code }) => code);

test("without a network the server's tables are not forgotten, but wait for the server", async () => {
  // The host in the page knows nothing of them, and is not asked.
  const host = vi.spyOn(http, "hereHost");
  reach.alone = true;
  const { running, away } = await findTables();
  expect(running).toEqual([]);
  expect(away.map(({ code }) => code)).toEqual([CODE]);
  expect(codes()).toEqual([CODE]);
  expect(host).not.toHaveBeenCalled();
});

test("while the server cannot be reached, its tables wait, unless nobody waited for anything there", async () => {
  remember({ code: "OVEROVER", over: true }, localStorage);
  expect((await findTables()).away.map(({ code }) => code)).toEqual([CODE]);
  expect(codes()).toHaveLength(2);
});

test("only the server itself says that a table is gone", async () => {
  answering(404, "<h1>Not found</h1>");
  await findTables();
  expect(codes()).toEqual([CODE]);
  answering(404, { code: "no_table", message: "There is no such table." });
  expect(await findTables()).toEqual({ running: [], away: [] });
  expect(codes()).toEqual([]);
});

test("a table that answers is running", async () => {
  answering(200, aWelcome());
  expect((await findTables()).running).toHaveLength(1);
});
