import { mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import AloneNotice from "../../src/lobby/AloneNotice.svelte";

let shown: Record<string, unknown> | undefined;
afterEach(() => {
  if (shown) void unmount(shown);
  document.body.innerHTML = "";
});

test("that the server does not answer stays, until it does", async () => {
  vi.useFakeTimers();
  shown = mount(AloneNotice, { target: document.body });
  const said = () => document.querySelector("[role=status]")?.textContent ?? "";
  await vi.advanceTimersByTimeAsync(5000);
  expect(said()).toBe("");
  document.querySelector("button")?.click();
  await vi.advanceTimersByTimeAsync(100);
  expect(said()).toContain("does not answer yet");
  await vi.advanceTimersByTimeAsync(9000);
  expect(said()).toContain("does not answer yet");
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}")));
  await vi.advanceTimersByTimeAsync(5000);
  expect(said()).toContain("is back");
});
