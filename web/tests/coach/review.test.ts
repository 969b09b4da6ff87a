import { expect, test } from "vitest";
import { judgedOf, summaryOf } from "../../src/coach/review";
import { REVIEW } from "../helpers/reviews";

test("a summary counts only where there was something to choose", () => {
  expect(summaryOf(REVIEW, 0)).toEqual({ lost: 0.8, luck: 1.5, choices: 2, best: 1 });
  expect(REVIEW.moments.map((moment) => judgedOf(REVIEW, moment).best)).toEqual(["take 21"]);
});
