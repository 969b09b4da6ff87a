import { expect, test } from "vitest";
import { chanceInWords, lossInWords, timesInWords } from "../../src/coach/chances";

test("chances are games won of games played", () => {
  expect([0, 0.005, 0.14, 0.48, 0.65, 0.985, 1].map(chanceInWords)).toEqual([
    "no game", "hardly any game", "about 1 game in 7", "about every other game", "about 2 games in 3", "nearly every game", "every game",
  ]);
});

test("losses are one win in a number of games, and luck has no sign there", () => {
  expect([0.001, 0.047, -0.31, 0.5, 0.9, 1.4].map(lossInWords)).toEqual([
    "hardly anything", "about one win in 20", "about one win in 3", "about half a win", "about a whole win", "more than a whole win",
  ]);
});

test("results come a number of times", () => {
  expect([0.01, 0.34, 0.52, 0.6, 0.98].map(timesInWords)).toEqual(["hardly ever", "1 time in 3", "every other time", "3 times in 5", "nearly always"]);
});
