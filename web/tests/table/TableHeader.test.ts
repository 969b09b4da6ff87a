import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";
import type { LiveTable } from "../../src/table/feed";
import TableHeader from "../../src/table/TableHeader.svelte";
import { aTable } from "../helpers/tables";

let shown: Record<string, unknown> | undefined;
afterEach(() => {
  if (shown) void unmount(shown);
  shown = undefined;
  document.body.innerHTML = "";
});

function says(live: Partial<LiveTable>): string {
  if (shown) void unmount(shown);
  shown = mount(TableHeader, { target: document.body, props: { live: { code: "ABCDEFGH", link: "connecting", table: null, ...live } as LiveTable, title: "Heckmeck" } });
  flushSync();
  return document.querySelector("[role=status]")?.textContent ?? "";
}

test("the page itself says that it waits for its table; the header tells what happens to the connection later", () => {
  expect(says({})).toBe("");
  expect(says({ link: "lost" })).toContain("Connection lost");
  expect(says({ table: aTable({ phase: "open" }), module: { learning: null } as never })).toContain("Connecting");
  expect(says({ table: aTable({ phase: "open" }), module: { learning: null } as never, link: "open" })).toBe("Connected");
});

test("a table of this device has no connection to speak of", () => {
  for (const link of ["connecting", "open", "lost"] as const) expect(says({ code: "~ABCDEFG", link, table: null })).toBe("");
});
