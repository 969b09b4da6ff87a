import { expect, test } from "vitest";
import { spanInWords, timerInWords, watchFace } from "../../src/ui/time";

test("time is told in the largest unit of which there are two", () => {
  const spans = [5, 60, 90, 300, 3600, 5400, 86400, 100_000, 3 * 86400 - 2];
  expect(spans.map(spanInWords)).toEqual([
    "5 seconds", "1 minute", "90 seconds", "5 minutes", "1 hour", "90 minutes", "1 day", "28 hours", "3 days",
  ]);
  expect([timerInWords(0), timerInWords(30)]).toEqual(["no time limit", "30 seconds for each decision"]);
  expect([watchFace(9), watchFace(75)]).toEqual(["0:09", "1:15"]);
});
