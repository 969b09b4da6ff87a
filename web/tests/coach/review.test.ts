import { expect, test } from "vitest";
import { gameInWords, judgedOf, otherInWords, summaryOf, turnCostInWords, winsInWords } from "../../src/coach/review";
import type { WinAccount } from "../../src/wire/types";
import { REVIEW, WINS } from "../helpers/reviews";

const WON = { ...REVIEW, wins: WINS };

test("a summary counts only where there was something to choose", () => {
  expect(summaryOf(REVIEW, 0)).toEqual({ lost: 0.8, luck: 1.5, choices: 2, best: 1 });
  expect(REVIEW.moments.map((moment) => judgedOf(REVIEW, moment).best)).toEqual(["take 21"]);
});

test("a game is told by the chances to win where they are known", () => {
  expect(winsInWords(WINS.seats[0] as WinAccount)).toEqual(["Your choices gave away about one win in 20.", "Luck took about one win in 3 from you."]);
  expect(winsInWords(WINS.seats[1] as WinAccount)).toEqual(["Your choices gave hardly anything away.", "Luck brought you about one win in 3."]);
  expect(winsInWords({ ...(WINS.seats[1] as WinAccount), luck: 0.01 })[1]).toBe("Luck was about even.");
  expect(gameInWords(summaryOf(REVIEW, 0), "worms")[0]).toBe("In all you gave away about a worm.");
  expect(otherInWords(WON, 0, "worms")).toEqual(["gave away about one win in 20", "was unlucky"]);
  expect(otherInWords(REVIEW, 0, "worms")).toEqual(["gave away about a worm", "was lucky"]);
});

test("without luck in worms, nothing is said about it", () => {
  const cards = { ...REVIEW, luck: [] };
  expect(gameInWords(summaryOf(cards, 0), "worms")).toEqual(["In all you gave away about a worm."]);
  expect(otherInWords(cards, 0, "worms")).toEqual(["gave away about a worm"]);
});

test("a turn costs wins where they are known, else worms", () => {
  expect(turnCostInWords(WON, 0, 3, "worms", true)).toBe("cost you about one win in 20");
  expect(turnCostInWords(WON, 0, 1, "worms", true)).toBe("");
  expect(turnCostInWords(REVIEW, 0, 3, "worms", false)).toBe("cost about a worm");
});
