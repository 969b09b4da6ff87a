import { afterEach, expect, test, vi } from "vitest";
import { block, changes, letGo, report, unblock } from "../../src/wire/conduct.svelte";

const asked: [string, string, unknown][] = [];

function answer(status: number, body: unknown = null) {
  asked.length = 0;
  vi.stubGlobal("fetch", (path: string, options: RequestInit) => {
    asked.push([options.method ?? "GET", path, options.body ? JSON.parse(String(options.body)) : null]);
    return Promise.resolve(new Response(body === null ? null : JSON.stringify(body), { status }));
  });
}

afterEach(() => void vi.unstubAllGlobals());

test("people are named by a seat or an entry, and what was said is read again", async () => {
  answer(204);
  const before = changes.count;
  await unblock("ABCDEFGH", { seat: 0 });
  await unblock("ABCDEFGH", { entry: 57 });
  await letGo({ id: "a/b", kind: "mute", name: "Bo", at: 1 });
  await report("ABCDEFGH", { reason: "name", seat: 1 });
  expect(asked).toEqual([
    ["DELETE", "/api/tables/ABCDEFGH/blocks?seat=0", null],
    ["DELETE", "/api/tables/ABCDEFGH/blocks?entry=57", null],
    ["DELETE", "/api/me/blocks/a%2Fb", null],
    ["POST", "/api/tables/ABCDEFGH/reports", { reason: "name", seat: 1 }],
  ]);
  expect(changes.count).toBe(before + 3);
});

test("what was refused changes nothing", async () => {
  answer(409, { code: "yourself", message: "This is you." });
  const before = changes.count;
  await expect(block("ABCDEFGH", "mute", { seat: 0 })).rejects.toMatchObject({ code: "yourself", status: 409 });
  expect(changes.count).toBe(before);
});
