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
  expect(why("take 28", "take 27", { failed: 0, best_failed: 0, likely: "28", best_likely: "27" })).toBe("Worth more than 28: 27.");
  expect(why("take 24", "steal 26", { failed: 0, best_failed: 0, likely: "24", best_likely: "26" })).toBe("26 is somebody else’s loss, too.");
  expect(why("steal 24", "take 23", { failed: 0, best_failed: 0, likely: "24", best_likely: "23" })).toBe("23 brings the end of the game nearer.");
  expect(why("keep 1", "keep W", { failed: 0.5, best_failed: 0.25 })).toBe("It goes wrong every other time. The other dice go wrong only 1 time in 4.");
  expect(why("keep 1", "keep W", { failed: 0.39, best_failed: 0.31 })).toBe("It goes wrong 1 time in 3. The other dice are a little safer.");
  expect(why("keep 1", "keep W", { failed: 0.3, best_failed: 0.01 })).toBe("It goes wrong 1 time in 3. The other dice are as good as safe.");
  expect(why("lay 1", "out", {})).toBe("");
});

const keeping = (more: Partial<WinMoment>) => why("keep 1", "keep W", { failed: 0.25, best_failed: 0.25, ...more });

test("a decisive result is told with its chances, and both risks where they differ much", () => {
  expect(keeping({ decisive: "28", chance: 0.1, best_chance: 0.34 })).toBe("It goes wrong 1 time in 4. The other dice lead to 28 more often: 1 time in 3 instead of 1 time in 10.");
  expect(keeping({ decisive: "28", chance: 0.4, best_chance: 0.1 })).toBe("It goes wrong 1 time in 4. The other dice lead to 28 less often: 1 time in 10 instead of 2 times in 5.");
  expect(keeping({ decisive: "28", chance: 0, best_chance: 0.34 })).toBe("It goes wrong 1 time in 4. Only the other dice lead to 28: 1 time in 3.");
  expect(keeping({ decisive: "28", chance: 0.34, best_chance: 0 })).toBe("It goes wrong 1 time in 4. The other dice never lead to 28.");
  expect(keeping({ decisive: "28", chance: 0.1, best_chance: 1, best_failed: 0.2 })).toBe("It goes wrong 1 time in 4. The other dice make 28 certain.");
  const more = { decisive: "28", chance: 0.1, best_chance: 0.34 };
  expect(keeping({ ...more, best_failed: 0.54 })).toBe("It goes wrong 1 time in 4. The other dice go wrong every other time. But they lead to 28 more often: 1 time in 3 instead of 1 time in 10.");
  expect(keeping({ ...more, failed: 0.5 })).toBe("It goes wrong every other time. The other dice go wrong only 1 time in 4. And they lead to 28 more often: 1 time in 3 instead of 1 time in 10.");
  expect(keeping({ best_failed: 0.54 })).toBe("It goes wrong 1 time in 4. The other dice go wrong every other time. But what they win makes up for that.");
  expect(keeping({ decisive: "28", chance: 0.78, best_chance: 0.84 })).toBe("It goes wrong 1 time in 4. The other dice lead to 28 a little more often.");
  expect(keeping({})).toBe("");
});

test("a roll that was better is told with what it leads to, against its risk", () => {
  const stopping = (more: Partial<WinMoment>) => why("take 26", "roll", { failed: 0, best_failed: 0.51, likely: "26", best_likely: "29", ...more });
  const risk = "Stopped at 26. One more throw goes wrong every other time.";
  expect(stopping({ decisive: "30", chance: 0, best_chance: 0.31 })).toBe(`${risk} But 1 time in 3 it leads to 30.`);
  expect(stopping({})).toBe(`${risk} But what it wins makes up for that.`);
  expect(stopping({ best_failed: 0.05 })).toBe("Stopped at 26. One more throw goes wrong 1 time in 20. Most likely it ends with 29.");
  expect(stopping({ best_failed: 0.05, decisive: "30", chance: 0, best_chance: 0.31 })).toBe("Stopped at 26. One more throw goes wrong 1 time in 20. And 1 time in 3 it leads to 30.");
  expect(stopping({ likely: null, failed: 1 })).toBe(`${risk} Most likely it ends with 29.`);
});

test("results that add up are told by their worms or points, and where there is no single reason that is said", () => {
  const told = (unit: string, lost: number, more: Partial<WinMoment>) => {
    const moments = WINS.moments.map((moment) => ({ ...moment, failed: 0.25, best_failed: 0.25, ...more }));
    const decisions = WINS.decisions.map((decision) => ({ ...decision, best: "keep W", lost }));
    const review = { ...REVIEW, decisions: REVIEW.decisions.map((decision) => ({ ...decision, move: "keep 1" })), wins: { ...WINS, moments, decisions } };
    return momentsOf(review, 0, { coach: words.coach, unit }, true)[0]?.why;
  };
  const more = { decisive: "3+", chance: 0.1, best_chance: 0.34 };
  expect(told("worms", 0.05, more)).toBe("It goes wrong 1 time in 4. The other dice lead to at least 3 worms more often: 1 time in 3 instead of 1 time in 10.");
  expect(told("points", 0.05, more)).toContain("to at least 3 points more often");
  expect(told("worms", 0.05, { decisive: null })).toBe("No single reason: the better choice wins more often.");
  expect(told("worms", 0.01, { decisive: null })).toBe("No single reason: the better choice wins a little more often.");
});
