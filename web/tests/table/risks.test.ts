import { expect, test } from "vitest";
import { riskInWords } from "../../src/table/risks";

const inWords = (failed: number) => riskInWords(failed, ({ count }) => `fails 1 in ${count}`, ({ count }) => `works 1 in ${count}`, () => "even");

test("risks are told as one time in a number of times", () => {
  expect([0, 0.02, 0.2, 0.34].map(inWords)).toEqual(["As good as safe.", "As good as safe.", "fails 1 in 5", "fails 1 in 3"]);
  expect([0.45, 0.55, 0.62, 0.8].map(inWords)).toEqual(["even", "even", "works 1 in 3", "works 1 in 5"]);
});

test("no risk is told as one in two, nor a hopeless one in large numbers", () => {
  expect([0.38, 0.39, 0.61, 0.62, 0.625].map(inWords)).toEqual(["fails 1 in 3", "fails 1 in 3", "works 1 in 3", "works 1 in 3", "works 1 in 3"]);
  expect([0.98, 1].map(inWords)).toEqual(["It hardly ever works.", "It is certain to go wrong."]);
});
