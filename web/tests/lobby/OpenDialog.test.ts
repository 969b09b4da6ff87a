import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";
import OpenDialog from "../../src/lobby/OpenDialog.svelte";
import { reach } from "../../src/offline/reach.svelte";
import type { GameInfo } from "../../src/wire/http";

let shown: Record<string, unknown> | undefined;
afterEach(() => {
  reach.alone = false;
  if (shown) void unmount(shown);
  document.body.innerHTML = "";
});

const GAME: GameInfo = { name: "bratwurmeck", title: "", seats: [2, 7], bots: [], unit: "worms" };
function open() {
  shown = mount(OpenDialog, { target: document.body, props: { games: [GAME], onclose: () => undefined } });
  flushSync();
}
const seats = () => [...document.querySelectorAll<HTMLInputElement>("input[name=seats]")].findIndex(({ checked }) => checked) + 2;
function press(text: string) {
  [...document.querySelectorAll("button")].find((each) => each.textContent.includes(text))?.click();
  flushSync();
}

test("without a server a table has as many seats as people sit at this device", () => {
  reach.alone = true;
  open();
  expect(seats()).toBe(2);
  press("Add a person");
  expect(seats()).toBe(2);
  press("Add a person");
  expect(seats()).toBe(3);
});

test("with a server there are seats for friends", () => {
  open();
  expect(seats()).toBe(4);
});
