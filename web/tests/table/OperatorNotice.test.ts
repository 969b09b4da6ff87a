import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";
import OperatorNotice from "../../src/table/OperatorNotice.svelte";
import type { Notice } from "../../src/wire/types";

let shown: Record<string, unknown> | undefined;

afterEach(() => {
  if (shown) void unmount(shown);
  document.body.innerHTML = "";
});

const notice = (text: string): Notice => ({ type: "notice", id: "one", text });
const said = () => document.querySelector("[role=status]")?.textContent ?? "";

test("a message is shown as it is, until it was read", () => {
  shown = mount(OperatorNotice, { target: document.body, props: { notice: notice("Back at <b>noon</b>.") } });
  expect(said()).toContain("Back at <b>noon</b>.");
  document.querySelector("button")?.click();
  flushSync();
  expect(said()).toBe("");
});

test("without a message there is nothing", () => {
  shown = mount(OperatorNotice, { target: document.body, props: { notice: null } });
  expect(said()).toBe("");
});
