import { expect, test } from "vitest";
import { momentsOf, whyInWords } from "../../src/coach/moments";
import type { WinMoment } from "../../src/wire/types";
import { moduleOf } from "../helpers/games";
import { REVIEW, WINS } from "../helpers/reviews";

const words = moduleOf("bratwurmeck");
const why = (move: string, best: string, more: Partial<WinMoment>) =>
  whyInWords({ step: 6, seat: 0, total: 26, ...more }, move, best, (name) => name);

test("moments are told by the chances to win where they are known", () => {
  const [moment, ...others] = momentsOf({ ...REVIEW, wins: WINS }, 0, words, true);
  expect(others).toEqual([]);
  expect(moment).toMatchObject({
    turn: 3, cost: "cost you about one win in 20", costFigure: "40.0% instead of 45.0%",
    chosen: { title: "Roll on", figure: "40.0%" }, better: { title: "Take 21", figure: "45.0%" },
    why: "Rolled on with 21 in hand. It works only 1 time in 3. Certain instead: 21.",
  });
});

test("moments are told in worms where nobody knows the chances", () => {
  const [moment] = momentsOf(REVIEW, 0, words, false);
  expect(moment).toMatchObject({ turn: 3, cost: "cost about a worm", costFigure: "−0.8 worms", why: "", better: { title: "Take 21" } });
});

test("a game may have reasons of its own", () => {
  const { coach, unit } = moduleOf("karteneck");
  const moments = WINS.moments.map((moment) => ({ ...moment, failed: 0.25, best_failed: 0 }));
  const [moment] = momentsOf({ ...REVIEW, wins: { ...WINS, moments } }, 0, { coach, unit }, true);
  expect(moment?.why).toBe("It ends without a worm 1 time in 4. The other choice is as good as safe.");
});

test("why another choice was better is said by how it would have gone on", () => {
  expect(why("roll", "stop", { failed: 0.34, best_failed: 1 })).toBe("Rolled on with 26 in hand. It goes wrong 1 time in 3. Here failing at once would have been better.");
  expect(why("take 26", "roll", { failed: 0, best_failed: 0.2, best_likely: "29" })).toBe("Stopped at 26. One more throw goes wrong 1 time in 5. Most likely it ends with 29.");
  expect(why("take 28", "take 27", { failed: 0, best_failed: 0, likely: "28", best_likely: "27" })).toBe("Worth more than 28: 27.");
  expect(why("take 24", "steal 26", { failed: 0, best_failed: 0, likely: "24", best_likely: "26" })).toBe("26 is somebody else’s loss, too.");
  expect(why("steal 24", "take 23", { failed: 0, best_failed: 0, likely: "24", best_likely: "23" })).toBe("23 brings the end of the game nearer.");
  expect(why("keep 1", "keep W", { failed: 0.5, best_failed: 0.25 })).toBe("It goes wrong every other time. The other dice go wrong only 1 time in 4.");
  expect(why("keep 1", "keep W", { failed: 0.39, best_failed: 0.31 })).toBe("It goes wrong 1 time in 3. The other dice are a little safer.");
  expect(why("keep 1", "keep W", { failed: 0.3, best_failed: 0.01 })).toBe("It goes wrong 1 time in 3. The other dice are as good as safe.");
  const even = { failed: 0.25, best_failed: 0.25, decisive: "28" };
  expect(why("keep 1", "keep W", { ...even, chance: 0.1, best_chance: 0.34 })).toBe("It goes wrong 1 time in 4. The other dice lead to 28 more often: 34.0% instead of 10.0%.");
  expect(why("keep 1", "keep W", { ...even, chance: 0.1, best_chance: 0 })).toBe("It goes wrong 1 time in 4. The other dice lead to 28 less often: 0% instead of 10.0%.");
  expect(why("keep 1", "keep W", { ...even, chance: 0.1, best_chance: 1 })).toBe("It goes wrong 1 time in 4. The other dice make 28 certain.");
  expect(why("lay 1", "out", {})).toBe("");
});
