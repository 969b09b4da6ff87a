import { expect, test } from "vitest";
import { courseOf, endsOf, HEIGHT, marksOf, pathOf, scaleOf, steps } from "../../src/coach/chart";
import { REVIEW, WINS } from "../helpers/reviews";

const SCORES = courseOf(REVIEW.standings.map(({ scores }) => scores));

test("the chart has round steps, a line for each seat, and marks where it cost most", () => {
  expect(steps(9, 5)).toEqual([0, 2, 4, 6, 8]);
  expect(steps(4, 5)).toEqual([0, 1, 2, 3, 4]);
  expect(steps(90, 5)).toEqual([0, 20, 40, 60, 80]);
  const scale = scaleOf(SCORES, 360);
  expect(pathOf(SCORES, 1, scale)).toBe("M34.0 190.0H134.0V190.0H234.0V190.0H334.0V190.0");
  expect(marksOf(REVIEW, SCORES, 0, scale)).toEqual([{ x: 284, y: scale.y(1), place: 1 }]);
  const twice = { ...REVIEW, moments: [...REVIEW.moments, ...REVIEW.moments] };
  expect(marksOf(twice, SCORES, 0, scale).map((mark) => mark.y)).toEqual([scale.y(1), scale.y(1) - 20]);
});

test("marks at the end of lines never lie on each other", () => {
  const scale = scaleOf(SCORES, 360);
  expect(endsOf([4, 4, 0], scale, 17)).toEqual([scale.y(4), scale.y(4) + 17, scale.y(0)]);
});

test("marks at the end of lines are never cut off", () => {
  const shares = [1, 0, 0, 0, 0, 0, 0].map((share) => 100 * share);
  const scale = scaleOf(courseOf([shares], true), 360);
  for (const final of [shares, [...shares].reverse(), [50, 50, 0, 0, 0], [40, 10, 10, 10, 10, 10, 10]]) {
    const places = endsOf(final, scale, 17).sort((a, b) => a - b);
    expect(places[0]).toBeGreaterThanOrEqual(8.5);
    expect(places.at(-1)).toBeLessThanOrEqual(HEIGHT - 8.5);
    expect(places.every((place, order) => order === 0 || place - (places[order - 1] ?? 0) >= 17)).toBe(true);
  }
});

test("no line leaves the axis", () => {
  const chances = courseOf([[1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 1]], true);
  const scale = scaleOf(chances, 360);
  for (const seat of [0, 1, 2, 6]) {
    const heights = [...pathOf(chances, seat, scale).matchAll(/ ([\d.]+)/g)].map(([, y]) => Number(y));
    expect(Math.max(...heights)).toBeLessThanOrEqual(scale.y(0));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(scale.y(100));
  }
});

test("chances to win are drawn in per cent, sloped, with marks where they were lost", () => {
  const chances = courseOf(WINS.course, true);
  const scale = scaleOf(chances, 360);
  expect(scale.rows).toEqual([0, 20, 40, 60, 80, 100]);
  expect(pathOf(chances, 1, scale)).toBe(`M34.0 ${scale.y(50)}.0L134.0 ${scale.y(50)}.0L234.0 ${scale.y(50)}.0L334.0 ${scale.y(100)}.0`);
  expect(marksOf({ ...REVIEW, wins: WINS }, chances, 0, scale)).toEqual([{ x: 284, y: scale.y(25), place: 1 }]);
});
