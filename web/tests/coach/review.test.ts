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
  expect(winsInWords(WINS.seats[0] as WinAccount)).toEqual(["Your choices gave away about one win in 20.", "The dice took about one win in 3 from you."]);
  expect(winsInWords(WINS.seats[1] as WinAccount)).toEqual(["Your choices gave hardly anything away.", "The dice brought you about one win in 3."]);
  expect(winsInWords({ ...(WINS.seats[1] as WinAccount), luck: null })).toEqual(["Your choices gave hardly anything away."]);
  expect(gameInWords(summaryOf(REVIEW, 0), "worms")[0]).toBe("In all you gave away about a worm.");
  expect(otherInWords(WON, 0, "worms")).toEqual(["gave away about one win in 20", "the dice were unkind"]);
  expect(otherInWords(REVIEW, 0, "worms")).toEqual(["gave away about a worm", "the dice were kind"]);
});

test("a turn costs wins where they are known, else worms", () => {
  expect(turnCostInWords(WON, 0, 3, "worms", true)).toBe("cost you about one win in 20");
  expect(turnCostInWords(WON, 0, 1, "worms", true)).toBe("");
  expect(turnCostInWords(REVIEW, 0, 3, "worms", false)).toBe("cost about a worm");
});
