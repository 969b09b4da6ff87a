import { beforeEach, expect, test, vi } from "vitest";
import { fileAt } from "../../src/offline/files";
import { reach } from "../../src/offline/reach.svelte";
import { catalog } from "../../src/wire/catalog.svelte";

const HERE = [{ name: "bratwurmeck", title: "", seats: [2, 7], bots: [], unit: "worms" }];
/** The files in the caches of the browser. */
let stored: string[];

beforeEach(() => {
  reach.alone = false;
  stored = [];
  vi.stubGlobal("caches", {
    match: (address: string) => Promise.resolve(stored.some((name) => fileAt(name) === address) ? Response.json(HERE) : undefined),
  });
  // Files can be fetched, but the server does not answer.
  vi.stubGlobal("fetch", (address: string) =>
    /^\/(api\/|healthz)/.test(address) ? Promise.reject(new TypeError()) : Promise.resolve(Response.json(HERE)),
  );
});

test.each([[[]], [["offline/games.json"]]])("without a complete copy of the game the server is missed: %s", async (names) => {
  stored = names;
  await expect(catalog.load()).rejects.toMatchObject({ code: "unreachable" });
  expect(reach.alone).toBe(false);
});

test("with one, its games are offered instead", async () => {
  stored = ["copy.json", "offline/games.json"];
  expect(await catalog.load()).toEqual(HERE);
  expect(reach.alone).toBe(true);
  reach.alone = false;
});

test("what a server refuses is not a reason to do without it", async () => {
  stored = ["copy.json", "offline/games.json"];
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ code: "too_fast", message: "" }, { status: 429 })));
  await expect(catalog.load()).rejects.toMatchObject({ code: "too_fast" });
  expect(reach.alone).toBe(false);
});

test("one failed request does not make a page one without a server", async () => {
  stored = ["copy.json", "offline/games.json"];
  const games = [{ name: "barbecue" }];
  const answers: Record<string, (Response | null)[]> = { "/api/games": [null, Response.json(games)], "/healthz": [new Response("")] };
  vi.stubGlobal("fetch", (address: string) => {
    const answer = answers[address]?.shift();
    return answer ? Promise.resolve(answer) : Promise.reject(new TypeError("no network"));
  });
  expect(await catalog.load()).toEqual(games);
  expect(reach.alone).toBe(false);
});
