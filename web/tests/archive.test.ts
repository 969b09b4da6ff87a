import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PastStore } from "../src/archive/replayFeed.svelte";
import { forget, remember, remembered } from "../src/table/myTables";
import { awards, margin, moments } from "../src/archive/highlights";
import type { GameEvent } from "../src/wire/messages";
import type { Frame, KarteneckPosition, Replay } from "../src/wire/types";
import { aPosition, memory } from "./kit";

beforeAll(() => void vi.stubGlobal("localStorage", memory()).stubGlobal("document", {}));
afterAll(() => vi.unstubAllGlobals());

function frame(step: number, scores: number[], turn: number, ...events: GameEvent[]): Frame {
  return { step, position: aPosition({ scores, turn_of: turn }), move: "roll", seat: 0, events };
}

/** Ann takes, Bo steals it, Ann fails and loses, Bo wins. */
const replay: Replay = {
  game: "bratwurmeck",
  setup: { seats: 2, first: 0 },
  players: [{ name: "Ann", person: true }, { name: "Bo", person: true }],
  frames: [
    frame(0, [0, 0], 0),
    frame(1, [0, 0], 0, { event: "DiceRolled", seat: 0, dice: "11244WWW" }),
    frame(3, [4, 0], 1, { event: "PortionTaken", seat: 0, portion: 33 }),
    frame(5, [0, 4], 0, { event: "PortionStolen", seat: 1, portion: 33, victim: 0 }),
    frame(6, [3, 4], 1, { event: "PortionTaken", seat: 0, portion: 30 }),
    frame(7, [3, 5], 0, { event: "PortionTaken", seat: 1, portion: 21 }),
    frame(8, [0, 5], 1, { event: "AttemptFailed", seat: 0, reason: "no_worm" }),
    frame(9, [0, 6], 0, { event: "PortionTaken", seat: 1, portion: 22 }, { event: "GameEnded", reason: "grill_empty" }),
  ],
  end: { reason: "grill_empty", scores: [0, 6], ranking: [[1], [0]], winners: [1] },
};

describe("the story", () => {
  it("tells what decided the game, in order", () => {
    expect(moments(replay)).toEqual([
      { what: "catch", place: 2, seat: 0, gain: 4 },
      { what: "lead", place: 3, seat: 1 },
      { what: "failure", place: 6, seat: 0, loss: 3 },
    ]);
    expect(margin(replay)).toBe(6);
  });

  it("has a theft where it is not the moment the lead was won", () => {
    const tied = { ...replay, end: { reason: "grill_empty", scores: [6, 6], ranking: [[0, 1]], winners: [0, 1] } };
    expect(moments(tied)).toContainEqual({ what: "theft", place: 3, seat: 1, victim: 0, thing: 33, gain: 4 });
  });

  it("counts what was stolen by what is printed on it, whatever else the step brought", () => {
    const served = { ...replay, end: null, frames: [frame(0, [5, 0], 0), frame(1, [4, 7], 1, { event: "PortionStolen", seat: 1, portion: 18, victim: 0 })] };
    expect(moments(served)).toContainEqual({ what: "theft", place: 1, seat: 1, victim: 0, thing: 18, gain: 1 });
  });

  it("gives prizes, one to everybody before somebody gets two", () => {
    expect(awards(replay, [-2.4, 3.2]).map(({ what, seat }) => [what, seat])).toEqual([
      ["unlucky", 0], ["lucky", 1], ["steady", 1], ["hungry", 0],
    ]);
  });
});

describe("a game of the past", () => {
  it("is shown frame by frame, with nothing to do in it", () => {
    const store = new PastStore(replay, "ABCDEFGH", 2);
    store.go(2);
    expect(store.position?.scores).toEqual([4, 0]);
    expect(store.entries.map(({ seq }) => seq)).toEqual([1, 2]);
    expect([store.myTurn, store.table?.phase]).toEqual([false, "playing"]);
    store.go(99);
    expect([store.place, store.table?.phase, store.ended?.winners]).toEqual([7, "over", [1]]);
    store.step(-1);
    expect([store.place, store.table?.phase, store.ended]).toEqual([6, "playing", null]);
  });

  it("has turns to jump to, and none after its end", () => {
    const store = new PastStore(replay, "ABCDEFGH", 2);
    expect(store.turns).toEqual([0, 2, 3, 4, 5, 6]);
    store.go(6);
    store.turnBack();
    expect(store.place).toBe(5);
    store.turnOn();
    store.turnOn();
    expect(store.place).toBe(store.last);
  });

  it("shows the cards of the one through whose eyes we look, and no others", () => {
    const seen = { game: "karteneck", turn_of: 0, seat: null, hand: [], scores: [0, 0] } as unknown as KarteneckPosition;
    const events: GameEvent[] = [{ event: "CardsSeen", seat: 1, cards: [2, 12] }];
    const frames: Frame[] = [{ step: 0, position: seen }, { step: 1, position: seen, events, hands: [[1], [2, 12]] }];
    const store = new PastStore({ ...replay, game: "karteneck", frames, end: null }, "ABCDEFGH", 1);
    store.go(1);
    expect(store.entries[0]?.events).toEqual([]);
    store.look(1);
    expect(store.position).toMatchObject({ seat: 1, hand: [2, 12] });
    expect(store.entries[0]?.events).toEqual(events);
  });
});

it("remembers tables, the latest first, and forgets those that are gone", () => {
  const storage = memory();
  remember("AAAAAAAA", storage, 1);
  remember("BBBBBBBB", storage, 2);
  remember("AAAAAAAA", storage, 3);
  expect(remembered(storage)).toEqual([{ code: "AAAAAAAA", at: 3 }, { code: "BBBBBBBB", at: 2 }]);
  forget("AAAAAAAA", storage);
  expect(remembered(storage)).toEqual([{ code: "BBBBBBBB", at: 2 }]);
});
