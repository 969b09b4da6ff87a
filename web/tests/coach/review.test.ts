import { expect, test } from "vitest";
import { accuracyOf, gameInWords, judgedOf, otherInWords, summaryOf, turnCostInWords, winsInWords } from "../../src/coach/review";
import type { WinAccount } from "../../src/wire/types";
import { REVIEW, WINS } from "../helpers/reviews";

const WON = { ...REVIEW, wins: WINS };

test("a summary counts only where there was something to choose", () => {
  expect(summaryOf(REVIEW, 0)).toEqual({ lost: 0.8, luck: 1.5, choices: 2, best: 1 });
  expect(REVIEW.moments.map((moment) => judgedOf(REVIEW, moment).best)).toEqual(["take 21"]);
});

test("the best choices are counted by wins where these are known, like the accuracy beside them", () => {
  expect(summaryOf({ ...REVIEW, decisions: REVIEW.decisions.map((each) => ({ ...each, lost: 1 })), wins: WINS }, 0)).toMatchObject({ choices: 2, best: 1 });
});

test("the accuracy is everything only if nothing was lost", () => {
  const account = (accuracy: number | null, lost: number) => accuracyOf({ ...(WINS.seats[0] as WinAccount), accuracy, lost });
  expect([account(90, 0.05), account(100, 0), account(100, 0.001), account(99.7, 0.05), account(null, 0)]).toEqual([0.9, 1, 0.999, 0.997, null]);
});

test("what others chose to one's cost, and what the estimate corrected, is told where it is much", () => {
  expect(winsInWords({ ...(WINS.seats[0] as WinAccount), gifts: -0.2, rest: 0.04 }, true).slice(2)).toEqual(["The others’ choices cost you about one win in 5."]);
});

test("a game is told by the chances to win where they are known", () => {
  expect(winsInWords(WINS.seats[0] as WinAccount, true)).toEqual(["Your choices cost you about one win in 20.", "Luck took about one win in 3 from you.", "Corrections of the estimate took about one win in 7 from you."]);
  expect(winsInWords(WINS.seats[1] as WinAccount, true)).toEqual(["Your choices cost you hardly anything.", "Luck brought you about one win in 3.", "The others’ choices brought you about one win in 20.", "Corrections of the estimate brought you about one win in 7."]);
  expect(winsInWords(WINS.seats[1] as WinAccount, false)[3]).toBe("Hidden cards brought you about one win in 7.");
  expect(winsInWords({ ...(WINS.seats[1] as WinAccount), luck: 0.01 }, true)[1]).toBe("Luck was about even.");
  expect(gameInWords(summaryOf(REVIEW, 0), "worms")[0]).toBe("In all your choices cost you about a worm.");
  expect(otherInWords(WON, 0, "worms")).toEqual(["lost about one win in 20 by own choices", "was unlucky"]);
  expect(otherInWords(REVIEW, 0, "worms")).toEqual(["lost about a worm by own choices", "was lucky"]);
});

test("without luck in worms, nothing is said about it", () => {
  const cards = { ...REVIEW, luck: [] };
  expect(gameInWords(summaryOf(cards, 0), "worms")).toEqual(["In all your choices cost you about a worm."]);
  expect(otherInWords(cards, 0, "worms")).toEqual(["lost about a worm by own choices"]);
});

test("a turn costs wins where they are known, else worms", () => {
  expect(turnCostInWords(WON, 0, 3, "worms", true)).toBe("cost you about one win in 20");
  expect(turnCostInWords(WON, 0, 1, "worms", true)).toBe("");
  expect(turnCostInWords(REVIEW, 0, 3, "worms", false)).toBe("cost about a worm");
});
