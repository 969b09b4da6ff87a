import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";
import { here } from "../../src/offline/host.svelte";
import { place } from "../../src/route.svelte";
import HereDialog from "../../src/ui/HereDialog.svelte";

let shown: Record<string, unknown> | undefined;
afterEach(() => {
  if (shown) void unmount(shown);
  shown = undefined;
  document.body.innerHTML = "";
  [here.phase, here.part, here.failure] = ["idle", 0, null];
  place.go("/");
});

function says(): string {
  shown = mount(HereDialog, { target: document.body });
  flushSync();
  return document.body.textContent;
}

test("a table of this device that starts needs no dialog: its page says so", () => {
  place.go("/t/~ABCDEFG");
  here.phase = "starting";
  expect(says()).not.toContain("Laying the table");
});

test("a player who starts a game, waits for a download or cannot play sees why", () => {
  here.phase = "starting";
  expect(says()).toContain("Laying the table");
  void unmount(shown ?? {});
  place.go("/t/~ABCDEFG");
  [here.phase, here.part] = ["loading", 0.3];
  expect(says()).toContain("Laying the table");
  void unmount(shown ?? {});
  here.failure = "no_memory";
  expect(says()).toContain("too little memory");
});
