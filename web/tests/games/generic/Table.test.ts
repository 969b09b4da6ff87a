import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";
import Table from "../../../src/games/generic/Table.svelte";
import type { TableFeed } from "../../../src/table/feed";
import type { TextPosition } from "../../../src/wire/types";
import { moduleOf } from "../../helpers/games";
import { aTable } from "../../helpers/tables";

const POSITION: TextPosition = {
  game: "hop", to_act: 0, turn_of: 0, scores: [4, 11], text: "  Ann  4 + 7\n  Bo  11", moves: ["roll", "hold"],
};
let shown: Record<string, unknown> | undefined;

afterEach(() => {
  if (shown) void unmount(shown);
  document.body.innerHTML = "";
});

/** A feed without any table behind it; it notes the moves that are made. */
function aFeed(more: Partial<TableFeed> = {}): { feed: TableFeed; moves: string[] } {
  const moves: string[] = [];
  const table = aTable({ plan: { game: "hop", seats: 2 } });
  const feed: TableFeed = {
    module: moduleOf("hop"), table, position: POSITION, mine: [0], entries: [], latest: null, coming: [], ended: null,
    acting: 0, myTurn: true, viewpoint: 0, moving: null, tried: "", replayed: false, advisor: null, live: null,
    seat: (number) => table.seats[number] ?? null,
    move: (move) => void moves.push(move),
    ...more,
  };
  return { feed, moves };
}

function show(feed: TableFeed): void {
  shown = mount(Table, { target: document.body, props: { feed } });
  flushSync();
}

const choices = () => [...document.querySelectorAll<HTMLButtonElement>("[data-choice]")];

test("the position is drawn as it is written, and every move is a button", () => {
  const { feed, moves } = aFeed();
  show(feed);
  expect(document.querySelector("pre")?.textContent).toBe(POSITION.text);
  expect(document.querySelector("pre")?.closest("section")?.getAttribute("aria-label")).toBe("Position");
  expect(choices().map((button) => button.textContent)).toEqual(["roll", "hold"]);
  choices()[1]?.click();
  expect(moves).toEqual(["hold"]);
});

test("players have their scores, and the player to act is told what to do", () => {
  show(aFeed().feed);
  const text = document.body.textContent ?? "";
  expect(text).toContain("Ann");
  expect(text).toContain("11 points");
  expect(text).toContain("Choose a move.");
});

test("while a move waits for its answer there is no other", () => {
  show(aFeed({ moving: "command-1" }).feed);
  expect(choices().every((button) => button.disabled)).toBe(true);
});

test("spectators, and players represented by a bot, get no buttons", () => {
  show(aFeed({ mine: [], acting: null, myTurn: false, viewpoint: undefined }).feed);
  expect(choices()).toEqual([]);
  expect(document.querySelector("[role=group][aria-label=Moves]")).toBeNull();
});

test("a game that is over names nobody", () => {
  show(aFeed({ position: { ...POSITION, to_act: null, moves: [] }, acting: null, myTurn: false, table: aTable({ phase: "over" }) }).feed);
  expect(document.querySelector(".turn")).toBeNull();
});
