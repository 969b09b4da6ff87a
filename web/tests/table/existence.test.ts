import { afterEach, expect, test, vi } from "vitest";
import { whyGone } from "../../src/table/existence";

afterEach(() => void vi.unstubAllGlobals());

const answering = (status: number) =>
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ code: "unknown_table", message: "There is no such table." }), { status })));

test("a table that the server does not know is gone, and why", async () => {
  answering(404);
  expect(await whyGone("ABCDEFGH")).toMatchObject({ status: 404 });
  answering(400);
  expect(await whyGone("nonsense")).toMatchObject({ status: 400 });
});

test("while the server has troubles of its own, or cannot be reached, nothing is gone", async () => {
  answering(503);
  expect(await whyGone("ABCDEFGH")).toBeNull();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  expect(await whyGone("ABCDEFGH")).toBeNull();
  answering(200);
  expect(await whyGone("ABCDEFGH")).toBeNull();
});
