import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import CopyPosition from "../../src/table/CopyPosition.svelte";
import { aStore, aWelcome } from "../helpers/tables";

const TEXT = "farkle 4,11 turn=0 sum=7";
let shown: Record<string, unknown> | undefined;

afterEach(() => {
  if (shown) void unmount(shown);
  document.body.innerHTML = "";
});

/** Press the button at a table of ours, with a server that answers and a clipboard that may be missing. */
function press({ answer = () => Response.json({ text: TEXT }), clipboard = undefined as ((text: string) => Promise<void>) | undefined } = {}): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string) => (asked.push(path), Promise.resolve(answer())));
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: clipboard && { writeText: clipboard } });
  const { store } = aStore();
  store.receive(aWelcome());
  shown = mount(CopyPosition, { target: document.body, props: { live: store } });
  document.querySelector("button")?.click();
  flushSync();
  return asked;
}

const said = () => document.querySelector("[role=status]")?.textContent;

test("the seat's own position goes to the clipboard", async () => {
  const copied: string[] = [];
  const asked = press({ clipboard: (text) => Promise.resolve(void copied.push(text)) });
  await vi.waitFor(() => expect(said()).toBe("The position is on the clipboard."));
  expect([asked, copied]).toEqual([["/api/tables/ABCDEFGH/position?seat=0"], [TEXT]]);
  expect(document.querySelector("textarea")).toBeNull();
});

test("without a clipboard the text is marked, and copied in the old way where that works", async () => {
  document.execCommand = () => false;
  press();
  await vi.waitFor(() => expect(said()).toContain("copy the marked text"));
  const field = document.querySelector("textarea");
  expect([field?.value, field?.selectionStart, field?.selectionEnd]).toEqual([TEXT, 0, TEXT.length]);
  document.execCommand = () => true;
  document.querySelector("button")?.click();
  await vi.waitFor(() => expect(said()).toBe("The position is on the clipboard."));
});

test("a refusal is told", async () => {
  press({ answer: () => Response.json({ code: "no_game", message: "?" }, { status: 409 }) });
  await vi.waitFor(() => expect(document.querySelector("[role=alert]")?.textContent).not.toBe(""));
});
