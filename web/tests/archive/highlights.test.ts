import { describe, expect, it } from "vitest";
import { awards, margin, moments, storyOf } from "../../src/archive/highlights";
import { highlights } from "../../src/games/bratwurmeck/past";
import { frame, REPLAY } from "../helpers/replays";

describe("the highlights", () => {
  it("tells what decided the game, in order", () => {
    expect(moments(REPLAY, highlights)).toEqual([
      { what: "catch", place: 2, seat: 0, gain: 4 },
      { what: "lead", place: 3, seat: 1 },
      { what: "failure", place: 6, seat: 0, loss: 3 },
    ]);
    expect(margin(REPLAY)).toBe(6);
  });

  it("has a theft where it is not the moment the lead was won", () => {
    const tied = { ...REPLAY, end: { reason: "grill_empty", scores: [6, 6], ranking: [[0, 1]], winners: [0, 1] } };
    expect(moments(tied, highlights)).toContainEqual({ what: "theft", place: 3, seat: 1, victim: 0, thing: 33, gain: 4 });
  });

  it("counts what was stolen by what is printed on it, whatever else the step brought", () => {
    const served = { ...REPLAY, end: null, frames: [frame(0, [5, 0], 0), frame(1, [4, 7], 1, { event: "PortionStolen", seat: 1, portion: 18, victim: 0 })] };
    expect(moments(served, highlights)).toContainEqual({ what: "theft", place: 1, seat: 1, victim: 0, thing: 18, gain: 1 });
  });

  it("has the same biggest catch as the story, whatever else a step brought", () => {
    const served = [
      frame(0, [0, 0], 0),
      frame(1, [3, 0], 0, { event: "PortionTaken", seat: 0, portion: 31 }),
      // The score also contains what was stolen.
      frame(2, [3, 8], 0, { event: "PortionServed", seat: 1, portion: 34, total: 34 }, { event: "PortionStolen", seat: 1, portion: 31, victim: 0 }),
    ];
    const game = { ...REPLAY, end: null, frames: served };
    expect(storyOf(game, highlights).caught).toMatchObject({ seat: 1, thing: 34, gain: 4 });
    expect(moments(game, highlights)).toContainEqual({ what: "catch", place: 2, seat: 1, gain: 4 });
  });

  it("gives prizes, one to everybody before somebody gets two", () => {
    expect(awards(REPLAY, [-2.4, 3.2], highlights).map(({ what, seat }) => [what, seat])).toEqual([
      ["unlucky", 0], ["lucky", 1], ["steady", 1], ["hungry", 0],
    ]);
  });
});

describe("the story of a game", () => {
  it("has the biggest catch, the meanest theft and the bravest throw", () => {
    const rolls = [
      frame(0, [0, 0], 0),
      frame(1, [0, 0], 0, { event: "FaceKept", seat: 0, face: "W", count: 4, total: 20 }, { event: "FaceKept", seat: 0, face: "1", count: 3, total: 23 }),
      frame(2, [0, 0], 0, { event: "DiceRolled", seat: 0, dice: "4" }, { event: "FaceKept", seat: 0, face: "4", count: 1, total: 27 }),
      frame(3, [2, 0], 1, { event: "PortionTaken", seat: 0, portion: 27 }),
    ];
    const story = storyOf({ ...REPLAY, frames: [...rolls, ...REPLAY.frames.slice(2)] }, highlights);
    expect(story.caught).toMatchObject({ seat: 0, thing: 33, gain: 4 });
    expect(story.theft).toMatchObject({ seat: 1, victim: 0, thing: 33 });
    expect(story.bravest?.text({ name: "Ann" })).toBe("Ann: 1 die, and it was enough");
  });

  it("does not call a throw brave that failed or was safe", () => {
    const failed = [
      { event: "FaceKept" as const, seat: 0, face: "W", count: 7, total: 35 },
      { event: "DiceRolled" as const, seat: 0, dice: "W" },
      { event: "AttemptFailed" as const, seat: 0, reason: "no_new_face" },
      { event: "DiceRolled" as const, seat: 1, dice: "11112222" },
    ];
    expect(highlights.bravest(failed)).toBeNull();
  });
});
