import { expect, test } from "vitest";
import { whyBetter } from "../../../src/games/karteneck/reasons";
import type { Scene } from "../../../src/table/gameModule";
import type { WinMoment } from "../../../src/wire/types";
import { locales, overwriteGetLocale } from "../../../src/words/runtime.js";

const names = ["Ann", "Ben", "Cleo"];
const scene = (more: object): Scene => ({ position: { game: "karteneck", turn_of: 0, grill: [18, 24], stacks: [[], [], []], ...more } as never, nameOf: (seat) => names[seat] ?? "" });
const why = (move: string, best: string, more: Partial<WinMoment>, at: Scene | null = null) => whyBetter({ step: 6, seat: 0, ...more }, move, best, at);
/** Two ways to lay cards. */
const laying = (more: Partial<WinMoment>) => why("lay 1", "lay 4 4", { failed: 0, best_failed: 0, ...more });

test("whoever drops out without a worm reads how laying would have gone on", () => {
  const dropping = (best_failed: number, best_likely: string | null, at: Scene | null = null) => why("out", "lay 1", { failed: 1, best_failed, best_likely }, at);
  expect(dropping(0.25, "31")).toBe("That takes the lowest portion. The other choice ends without a worm only 1 time in 4. Most often it is served the 31.");
  expect(dropping(0.5, null)).toBe("That takes the lowest portion. The other choice ends without a worm only every other time.");
  expect(dropping(0.01, "28")).toBe("That takes the lowest portion. The other choice is as good as safe. Most often it is served the 28.");
  expect(dropping(0.01, "18", scene({}))).toBe("That takes the lowest portion. The other choice is as good as safe.");
  // That it hardly ever works does not speak for it.
  expect(dropping(0.8, "31")).toBe("");
  expect(dropping(1, null)).toBe("");
});

test("a player who should have dropped out without a worm reads what laying risked, or what it leads to", () => {
  const staying = (failed: number, more: Partial<WinMoment> = {}, at: Scene | null = null) => why("lay 5", "out", { failed, best_failed: 1, likely: "18", ...more }, at);
  expect(staying(0.8)).toBe("It ends with a worm only 1 time in 5. Taking the lowest portion at once would have been better.");
  expect(staying(0.8, {}, scene({ grill: [24] }))).toBe("It ends with a worm only 1 time in 5. The 24 was certain.");
  expect(staying(1, { likely: null }, scene({ grill: [24] }))).toBe("It hardly ever ends with a worm. The 24 was certain.");
  expect(staying(0, {}, scene({ grill: [24] }))).toBe("Dropping out takes the 24 at once. Laying is most often served the 18.");
  expect(staying(0, {}, scene({ grill: [18] }))).toBe("");
  expect(staying(0.8, {}, scene({ grill: [0] }))).toBe("");
  expect(staying(0)).toBe("");
});

test("a theft is told with its portion and its victim", () => {
  const layout = [1, 2, 4, 5, 7];
  expect(why("out", "out steal", { layout })).toBe("The other choice steals the 17.");
  expect(why("out", "out steal", { layout }, scene({ stacks: [[17], [31], [24, 17]] }))).toBe("The other choice steals the 17 from Cleo.");
});

test("a safer choice is told by both risks", () => {
  expect(laying({ failed: 0.34, best_failed: 0.1, gain: 0, best_gain: 2 })).toBe("It ends without a worm 1 time in 3. The other choice ends without a worm only 1 time in 10.");
  expect(laying({ failed: 0.5, best_failed: 0.01 })).toBe("It ends without a worm every other time. The other choice is as good as safe.");
  expect(laying({ failed: 0.39, best_failed: 0.31 })).toBe("It ends without a worm 1 time in 3. The other choice is a little safer.");
});

test("with a worm in the hand simulations that drop out are no risk", () => {
  expect(laying({ failed: 1, best_failed: 0, hand: [5, 5, 14], best_likely: "17" })).toBe("");
});

test("of equal risks, a higher portion is told, or as high a one for fewer cards", () => {
  expect(laying({ likely: "23", best_likely: "31", gain: 1, best_gain: 3 })).toBe("Most often it is served the 23; the other choice, the 31.");
  const alike = { likely: "31", best_likely: "31", gain: 1 };
  expect(laying({ ...alike, best_gain: 1.1, counts: 17, best_counts: 13, left: 3, best_left: 4 })).toBe("Most often both are served the 31; the other choice lays one card less.");
  expect(laying({ ...alike, best_gain: 1.1, counts: 17, best_counts: 9, left: 3, best_left: 5 })).toBe("Most often both are served the 31; the other choice lays 2 cards less.");
  expect(laying({ ...alike, best_gain: 1.5, counts: 7, best_counts: 15, left: 5, best_left: 4 })).toBe("With the other choice the layout counts 15, not 7.");
});

test("what is true of any larger or smaller lay is no reason", () => {
  expect(laying({ likely: "31", best_likely: "31", gain: 1, best_gain: 0.9, counts: 17, best_counts: 9, left: 3, best_left: 5 })).toBe("");
  expect(laying({ likely: "31", best_likely: "31", gain: 1, best_gain: 1.1, counts: 7, best_counts: 15, left: 5, best_left: 4 })).toBe("");
  expect(laying({ counts: 17, best_counts: 9, left: 3, best_left: 5 })).toBe("");
  expect(laying({ gain: 1, best_gain: 8 })).toBe("");
});

test("simulations that say the opposite are no reason", () => {
  expect(laying({ likely: "31", best_likely: "23", gain: 1.2, best_gain: 1.3 })).toBe("");
  expect(laying({ likely: "23", best_likely: "31", gain: 2.4, best_gain: 1.4 })).toBe("");
  expect(laying({ failed: 0.1, best_failed: 0.3, likely: "23", best_likely: "31", gain: 0, best_gain: 1 })).toBe("");
  expect(laying({ failed: 0.03, best_failed: 0 })).toBe("");
  expect(why("out", "lay 1", {})).toBe("");
});

test.each(locales)("every reason is complete in %s", (locale) => {
  overwriteGetLocale(() => locale);
  const alike = { likely: "31", best_likely: "31", gain: 1 };
  const reasons = [
    why("out", "lay 1", { failed: 1, best_failed: 0.25, best_likely: "31" }),
    why("out", "lay 1", { failed: 1, best_failed: 0.6, best_likely: "31" }),
    why("lay 5", "out", { failed: 0.8, best_failed: 1 }),
    why("lay 5", "out", { failed: 1, best_failed: 1 }, scene({})),
    why("lay 5", "out", { failed: 0, best_failed: 1, likely: "16" }, scene({})),
    why("out", "out steal", { layout: [5, 7] }),
    why("out", "out steal", { layout: [5, 7] }, scene({ stacks: [[], [10]] })),
    laying({ failed: 0.34, best_failed: 0.1 }),
    laying({ failed: 0.39, best_failed: 0.31 }),
    laying({ failed: 0.7, best_failed: 0.5 }),
    laying({ failed: 0.5, best_failed: 0 }),
    laying({ likely: "23", best_likely: "31", gain: 0, best_gain: 1 }),
    laying({ ...alike, best_gain: 1.1, counts: 17, best_counts: 13, left: 3, best_left: 4 }),
    laying({ ...alike, best_gain: 1.5, counts: 7, best_counts: 15, left: 5, best_left: 4 }),
  ];
  expect(new Set(reasons).size).toBe(reasons.length);
  expect(reasons.filter((reason) => !/^\p{Lu}[^{}]+\.$/u.test(reason))).toEqual([]);
});
