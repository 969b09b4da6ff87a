import { expect, test } from "vitest";
import { whyBetter } from "../../../src/games/karteneck/reasons";
import type { WinMoment } from "../../../src/wire/types";
import { locales, overwriteGetLocale } from "../../../src/words/runtime.js";

const why = (move: string, best: string, more: Partial<WinMoment>) => whyBetter({ step: 6, seat: 0, ...more }, move, best);
/** Two ways to lay cards. */
const laying = (more: Partial<WinMoment>) => why("lay 1", "lay 4 4", { failed: 0, best_failed: 0, ...more });

test("whoever drops out without a worm reads how laying would have gone on", () => {
  const dropping = (best_failed: number, best_likely: string | null) => why("out", "lay 1", { failed: 1, best_failed, best_likely });
  expect(dropping(0.25, "31")).toBe("That takes the lowest portion. The other choice ends without a worm only 1 time in 4. Most often it is served the 31.");
  expect(dropping(0.5, null)).toBe("That takes the lowest portion. The other choice ends without a worm only every other time.");
  expect(dropping(0.8, "0")).toBe("That takes the lowest portion. The other choice ends with a worm 1 time in 5. Most often it is served the 0.");
  expect(dropping(0.01, "28")).toBe("That takes the lowest portion. The other choice is as good as safe. Most often it is served the 28.");
  expect(dropping(1, null)).toBe("");
});

test("whoever should have dropped out without a worm reads what laying risked, and what it cost", () => {
  const staying = (failed: number, more: Partial<WinMoment> = {}) => why("lay 5", "out", { failed, best_failed: 1, likely: "36", ...more });
  expect(staying(0.8)).toBe("It ends with a worm only 1 time in 5. Taking the lowest portion at once would have been better.");
  expect(staying(0.36, { gain: 0.4, best_gain: 1.8 })).toBe("It ends without a worm 1 time in 3. Taking the lowest portion at once would have brought about one and a half worms more in the round.");
  expect(staying(0.8, { counts: 17, best_counts: 12, left: 2, best_left: 4 })).toBe("It ends with a worm only 1 time in 5. Taking the lowest portion at once would have been better. The other choice keeps 2 more cards in the hand.");
  expect(staying(0, { gain: 2, best_gain: 1 })).toBe("Most often it is served the 36. Taking the lowest portion at once would have been better.");
  expect(staying(1, { likely: null })).toBe("It hardly ever ends with a worm. Taking the lowest portion at once would have been better.");
});

test("a safer choice is told by both risks", () => {
  expect(laying({ failed: 0.34, best_failed: 0.1, gain: 0, best_gain: 2 })).toBe("It ends without a worm 1 time in 3. The other choice ends without a worm only 1 time in 10.");
  expect(laying({ failed: 0.5, best_failed: 0.01 })).toBe("It ends without a worm every other time. The other choice is as good as safe.");
  expect(laying({ failed: 0.39, best_failed: 0.31 })).toBe("It ends without a worm 1 time in 3. The other choice is a little safer.");
});

test("of equal risks, a higher portion is told, else what the round brings", () => {
  expect(laying({ likely: "23", best_likely: "31", gain: 1, best_gain: 3 })).toBe("Most often it is served the 23; the other choice, the 31.");
  expect(laying({ likely: "31", best_likely: "31", gain: 1, best_gain: 1.5 })).toBe("The other choice brings about half a worm more in the round.");
});

test("where simulations show nothing, what differs at once is told", () => {
  expect(laying({ counts: 17, best_counts: 9, left: 3, best_left: 5 })).toBe("The other choice keeps 2 more cards in the hand.");
  expect(laying({ counts: 17, best_counts: 13, left: 3, best_left: 4 })).toBe("The other choice keeps one more card in the hand.");
  expect(laying({ counts: 7, best_counts: 15, left: 5, best_left: 4 })).toBe("With the other choice the layout counts 8 more.");
  expect(laying({ counts: 10, best_counts: 7, left: 4, best_left: 4 })).toBe("The other choice keeps the higher cards in the hand.");
  expect(laying({ counts: 10, best_counts: 7, left: 4, best_left: 3 })).toBe("");
});

test("where nothing else differs, worms are told", () => {
  const even = { failed: 0, best_failed: 0, counts: 12, best_counts: 12, left: 4, best_left: 4 };
  expect(why("lay 5", "lay W7", { ...even, layout: [2, 2] })).toBe("A layout needs a worm, which the other choice lays.");
  expect(why("lay 5", "lay W7", { ...even, layout: [2, 2, 9] })).toBe("");
  expect(why("lay W7", "lay 5", { ...even, layout: [2, 2] })).toBe("The other choice keeps worms in the hand.");
});

test("nothing is said where the simulations show nothing, or there are none", () => {
  expect(laying({ likely: "31", best_likely: "23", gain: 1.2, best_gain: 1.3 })).toBe("");
  expect(laying({ likely: "31", best_likely: "23", gain: 2.4, best_gain: 1.4 })).toBe("");
  expect(laying({ failed: 0.03, best_failed: 0 })).toBe("");
  expect(why("out", "lay 1", {})).toBe("");
});

test.each(locales)("every reason is complete in %s", (locale) => {
  overwriteGetLocale(() => locale);
  const reasons = [
    why("out", "lay 1", { failed: 1, best_failed: 0.25, best_likely: "31" }),
    why("out", "lay 1", { failed: 1, best_failed: 0.8, best_likely: "31" }),
    why("lay 5", "out", { failed: 0.8, best_failed: 1 }),
    why("lay 5", "out", { failed: 1, best_failed: 1, gain: 1, best_gain: 2 }),
    laying({ failed: 0.34, best_failed: 0.1 }),
    laying({ failed: 0.39, best_failed: 0.31 }),
    laying({ failed: 0.7, best_failed: 0.5 }),
    laying({ failed: 0.5, best_failed: 0 }),
    laying({ likely: "23", best_likely: "31" }),
    laying({ gain: 1, best_gain: 2 }),
    laying({ counts: 17, best_counts: 9, left: 3, best_left: 5 }),
    laying({ counts: 7, best_counts: 15, left: 5, best_left: 4 }),
    laying({ counts: 10, best_counts: 7, left: 4, best_left: 4 }),
  ];
  expect(new Set(reasons).size).toBe(reasons.length);
  expect(reasons.filter((reason) => !/^\p{Lu}[^{}]+\.$/u.test(reason))).toEqual([]);
});
