import { expect, test, vi } from "vitest";
import { bratwurmeck } from "../../src/games/bratwurmeck";
import { placesOf, resultHeadline, resultInWords } from "../../src/table/podium";
import { Staging } from "../../src/table/staging.svelte";
import { aPosition, aTable } from "../helpers/tables";

const ended = (ranking: number[][], scores: number[]) => ({ reason: "grill_empty", ranking, scores, winners: ranking[0] ?? [], secret: "" });
const over = (end: ReturnType<typeof ended> | null, mine: number[] = []) => ({
  ended: end, table: aTable(), position: aPosition({ scores: [3, 1] }), mine, module: bratwurmeck, replayed: false,
});

test("equal players share a rank, the last look sour", () => {
  const places = placesOf(over(ended([[2, 0], [1, 3]], [6, 2, 6, 2])));
  expect(places.map(({ seat, rank, mood }) => [seat, rank, mood])).toEqual([[2, 1, "happy"], [0, 1, "happy"], [1, 3, "sour"], [3, 3, "sour"]]);
});

test("a game that was broken off has no ranks", () => {
  expect(placesOf(over(null))).toEqual([{ seat: 0, rank: 0, score: 3, mood: "calm" }, { seat: 1, rank: 0, score: 1, mood: "calm" }]);
  expect(resultHeadline(over(null))).toBe("The game was broken off.");
});

test("the result is read out as a whole", () => {
  expect(resultInWords(over(ended([[0], [1]], [4, 1]), [0]))).toBe("You win! The worms salute you. Place 1: Ann, 4 worms. Place 2: Gus, 1 worm.");
  expect(resultHeadline(over(ended([[0, 1]], [4, 4])))).toBe("Ann and Gus share the win.");
});

test("worms are counted out one by one, and any input ends it", () => {
  vi.useFakeTimers();
  const staging = new Staging([3, 14], true);
  expect([staging.counted, staging.over]).toEqual([0, false]);
  vi.advanceTimersByTime(1000);
  expect(staging.counted).toBeGreaterThan(2);
  expect(staging.counted).toBeLessThan(14);
  staging.skip();
  expect([staging.counted, staging.over]).toEqual([14, true]);
  const whole = new Staging([3, 14], true);
  vi.advanceTimersByTime(2500);
  expect([whole.counted, whole.over]).toEqual([14, true]);
  vi.useRealTimers();
});

test("without a staged end the result is shown at once", () => {
  expect(new Staging([5], false).over).toBe(true);
});
