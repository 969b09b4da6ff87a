import { describe, expect, it } from "vitest";
import { endOf, ReplayFeed } from "../../src/archive/replayFeed.svelte";
import type { GameEvent } from "../../src/wire/messages";
import type { Frame, KarteneckPosition } from "../../src/wire/types";
import { moduleOf } from "../helpers/games";
import { REPLAY } from "../helpers/replays";

const aReplay = (replay = REPLAY) => new ReplayFeed(replay, moduleOf(replay.game), { code: "ABCDEFGH", number: 2 });

describe("a game of the past", () => {
  it("is shown frame by frame, with nothing to do in it", () => {
    const feed = aReplay();
    feed.go(2);
    expect(feed.position?.scores).toEqual([4, 0]);
    expect(feed.entries.map(({ seq }) => seq)).toEqual([1, 2]);
    expect([feed.myTurn, feed.table?.phase]).toEqual([false, "playing"]);
    feed.go(99);
    expect([feed.place, feed.table?.phase, feed.ended?.winners]).toEqual([7, "over", [1]]);
    feed.step(-1);
    expect([feed.place, feed.table?.phase, feed.ended]).toEqual([6, "playing", null]);
  });

  it("has turns to jump to, and none after its end", () => {
    const feed = aReplay();
    expect(feed.turns).toEqual([0, 2, 3, 4, 5, 6]);
    feed.go(6);
    feed.turnBack();
    expect(feed.place).toBe(5);
    feed.turnOn();
    feed.turnOn();
    expect(feed.place).toBe(feed.last);
  });

  it("has its whole log at its end, however long it is", () => {
    const [first, second] = REPLAY.frames as [Frame, Frame];
    const frames = [first, ...Array.from({ length: 1000 }, (_, place) => ({ ...second, step: place + 1 }))];
    const feed = endOf({ ...REPLAY, frames }, moduleOf(REPLAY.game), 0);
    expect([feed.entries.length, feed.mine, feed.ended === null]).toEqual([1000, [0], false]);
    expect(aReplay({ ...REPLAY, frames }).entries.length).toBe(0);
  });

  it("shows the cards of the one through whose eyes we look, and no others", () => {
    const seen = { game: "karteneck", turn_of: 0, seat: null, hand: [], scores: [0, 0] } as unknown as KarteneckPosition;
    const events: GameEvent[] = [{ event: "CardsSeen", seat: 1, cards: [2, 12] }];
    const frames: Frame[] = [{ step: 0, position: seen }, { step: 1, position: seen, events, hands: [[1], [2, 12]] }];
    const feed = aReplay({ ...REPLAY, game: "karteneck", frames, end: null });
    feed.go(1);
    expect(feed.entries[0]?.events).toEqual([]);
    feed.eyes = 1;
    expect(feed.position).toMatchObject({ seat: 1, hand: [2, 12] });
    expect(feed.entries[0]?.events).toEqual(events);
  });
});
