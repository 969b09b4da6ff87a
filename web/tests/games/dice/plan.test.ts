import { expect, test } from "vitest";
import { chanceOfFailure, planNow, plansOf, stopsIn } from "../../../src/games/dice/plan";
import { aPosition } from "../../helpers/tables";

test("the usual way to stop is a theft, then the highest portion, then nothing", () => {
  expect(stopsIn(["roll", "stop", "take 21", "take 24", "steal 25"])).toEqual(["steal 25", "take 24", "take 21", "stop"]);
});

test("every face has a plan with what follows it", () => {
  const position = aPosition({
    kept: "WW3", rolled: "2455W", total: 13, moves: ["keep 2", "keep 4", "keep 5"],
    follow_ups: { "keep 2": ["roll", "stop"], "keep 5": ["roll", "steal 23", "take 22"] },
  });
  const plans = plansOf(position, true);
  expect(plans.get("5")).toEqual({ keep: "keep 5", kept: "WW355", total: 23, left: 3, roll: true, stops: ["steal 23", "take 22"], fails: false });
  expect(plans.get("2")).toMatchObject({ total: 15, left: 4, stops: ["stop"] });
  // What leaves nothing to decide ends the turn.
  expect(plans.get("4")).toMatchObject({ fails: true, roll: false, stops: [] });
  expect(plans.has("W")).toBe(false);
});

test("where no keep leaves anything to decide, each ends the turn", () => {
  const position = aPosition({ kept: "222666", rolled: "11", total: 24, moves: ["keep 1"] });
  expect(position.follow_ups).toBeUndefined();
  expect(plansOf(position, true).get("1")).toMatchObject({ fails: true, total: 26 });
  expect(plansOf(position, false).get("1")).toMatchObject({ fails: false });
});

test("after a keep the plan is what lies there", () => {
  expect(planNow(aPosition({ kept: "WW355", rolled: "", total: 23, moves: ["roll", "take 22"] }))).toMatchObject({ keep: null, left: 3, roll: true, stops: ["take 22"] });
});

test("a roll fails when all dice show faces that are kept", () => {
  expect(chanceOfFailure({ kept: "WW3", left: 1 })).toBeCloseTo(1 / 3);
  expect(chanceOfFailure({ kept: "WW3", left: 5 })).toBeCloseTo((1 / 3) ** 5);
});
