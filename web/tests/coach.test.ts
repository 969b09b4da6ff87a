import { beforeEach, expect, test, vi } from "vitest";
import { endsOf, marksOf, pathOf, scaleOf, steps } from "../src/coach/chart";
import { alike, coachOf } from "../src/coach/coach.svelte";
import { moveInWords } from "../src/coach/moves";
import { chance, plain, signed } from "../src/ui/numbers";
import { judgedOf, summaryOf } from "../src/coach/review";
import type { Advice, Judged, Review } from "../src/wire/types";
import { overwriteGetLocale } from "../src/words/runtime.js";
import { aPosition, aStore, aTable, aWelcome, happened, memory } from "./kit";

const ADVICE: Advice = {
  seat: 0, seq: 5, exact: true, best: "keep 4",
  options: [
    { move: "keep 4", gain: 1.5, success: 0.68, results: [{ name: "21", gain: 1, chance: 0.68 }] },
    { move: "keep 1", gain: 0.5, success: 0.4 },
  ],
};

beforeEach(() => {
  vi.stubGlobal("localStorage", memory());
  overwriteGetLocale(() => "en");
});

/** A server that answers with advice, and what it was asked. */
function answering(answer: () => Response): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return Promise.resolve(answer());
  });
  return asked;
}

test("nothing is certain that is not", () => {
  expect([chance(0), chance(0.001), chance(0.5), chance(0.9999), chance(1)]).toEqual(["0%", "< 1%", "50%", "> 99%", "100%"]);
});

test("gains have a sign, but nothing has none", () => {
  expect([signed(1.256), signed(-0.5), signed(-0.001), plain(0.0749)]).toEqual(["+1.26", "−0.50", "0.00", "0.07"]);
  overwriteGetLocale(() => "de");
  expect(signed(1.256)).toBe("+1,26");
});

test("moves are told as they stand on buttons", () => {
  const dice = { game: "bratwurmeck", kept: "", rolled: "1144W" };
  expect(moveInWords("keep 4", dice)).toBe("Keep 2\u00a0×\u00a04");
  expect(moveInWords("stop", dice)).toBe("Stop with nothing");
  expect(moveInWords("stop", { game: "barbecue", kept: "466WW" })).toBe("Stop at 26");
  expect(moveInWords("lay 2 2", { game: "karteneck" })).toBe("Lay 2 + 2");
  expect(moveInWords("lay W3 W9", { game: "karteneck" })).toBe("Lay 2 worms");
});

test("worm cards are alike, other cards are not", () => {
  expect(alike("lay W3 W9", "lay W1 W2")).toBe(true);
  expect(alike("lay W3", "lay W1 W2")).toBe(false);
  expect(alike("lay 3", "lay 4")).toBe(false);
  expect(alike("out", "out steal")).toBe(false);
});

test("the coach is off until it is switched on, and then remembered", () => {
  const { store } = aStore();
  store.receive(aWelcome());
  const coach = coachOf(store);
  expect([coach.allowed, coach.on]).toEqual([true, false]);
  coach.toggle();
  expect(coachOf(store).on).toBe(true);
  const next = aStore().store;
  next.receive(aWelcome());
  expect(coachOf(next).on).toBe(true);
});

test("with people the host decides, and the switch is another one", () => {
  const { store } = aStore();
  store.receive(aWelcome());
  coachOf(store).toggle();
  const seats = [{ name: "Ann", person: true }, { name: "Bo", person: true }];
  store.receive(happened(6, { table: aTable({ seats }) }));
  expect([coachOf(store).allowed, coachOf(store).on]).toEqual([false, false]);
  store.receive(happened(7, { table: aTable({ seats, plan: { game: "bratwurmeck", seats: 2, coach: true } }) }));
  expect([coachOf(store).allowed, coachOf(store).on]).toEqual([true, false]);
});

test("whoever watches has no coach", () => {
  const { store } = aStore();
  store.receive(aWelcome({ mine: [] }));
  expect(coachOf(store).allowed).toBe(false);
});

test("a decision is asked about once it is one's own, and forgotten when it is made", async () => {
  const asked = answering(() => Response.json(ADVICE));
  const { store } = aStore();
  store.linkChanged("open");
  store.receive(aWelcome());
  const coach = coachOf(store);
  expect(coach.follow()).toBeUndefined();
  coach.toggle();
  coach.follow();
  await vi.waitFor(() => expect(coach.best?.move).toBe("keep 4"));
  expect(asked).toEqual(["/api/tables/ABCDEFGH/advice?seat=0&seq=5"]);
  expect(coach.option("keep 1")?.gain).toBe(0.5);
  expect(coach.shown?.move).toBe("keep 4");
  coach.asked = "keep 1";
  expect(coach.shown?.move).toBe("keep 1");
  store.receive(happened(6, { position: aPosition({ to_act: 1 }) }));
  coach.follow();
  expect(coach.advice).toBeNull();
  expect(asked).toHaveLength(1);
});

test("an answer that comes too late is not shown, and a busy coach says so", async () => {
  let answer = Response.json(ADVICE);
  answering(() => answer);
  const { store } = aStore();
  store.linkChanged("open");
  store.receive(aWelcome());
  const coach = coachOf(store);
  coach.toggle();
  coach.follow()?.();
  await new Promise((done) => setTimeout(done));
  expect(coach.advice).toBeNull();
  answer = Response.json({ code: "busy", message: "?" }, { status: 503 });
  coach.follow();
  await vi.waitFor(() => expect(coach.problem).toBe("The coach has a lot to do just now."));
});

const judged = (step: number, more: Partial<Judged> = {}): Judged => ({
  step, seat: 0, turn: 1, choices: 2, move: "roll", best: "roll", gain: 1, best_gain: 1, lost: 0, ...more,
});
const REVIEW: Review = {
  game: "bratwurmeck", exact: true, lost: [0.8, 0], luck: [1.5, -1.5],
  decisions: [judged(2), judged(4, { choices: 1 }), judged(6, { turn: 3, best: "take 21", lost: 0.8 }), judged(7, { seat: 1 })],
  moments: [{ step: 6, seat: 0, kept: "4W" }],
  standings: [0, 1, 1, 4].map((score, turn) => ({ step: turn, seat: 0, scores: [score, 0] })),
};

test("a summary counts only where there was something to choose", () => {
  expect(summaryOf(REVIEW, 0)).toEqual({ lost: 0.8, luck: 1.5, choices: 2, best: 1 });
  expect(REVIEW.moments.map((moment) => judgedOf(REVIEW, moment).best)).toEqual(["take 21"]);
});

test("the chart has round steps, a line for each seat, and marks where it cost most", () => {
  expect(steps(9, 5)).toEqual([0, 2, 4, 6, 8]);
  expect(steps(4, 5)).toEqual([0, 1, 2, 3, 4]);
  expect(steps(90, 5)).toEqual([0, 20, 40, 60, 80]);
  const scale = scaleOf(REVIEW.standings, 356);
  expect(pathOf(REVIEW.standings, 1, scale)).toBe("M30.0 190.0H130.0V190.0H230.0V190.0H330.0V190.0");
  expect(marksOf(REVIEW, 0, scale)).toEqual([{ x: 280, y: scale.y(1), place: 1 }]);
  const twice = { ...REVIEW, moments: [...REVIEW.moments, ...REVIEW.moments] };
  expect(marksOf(twice, 0, scale).map((mark) => mark.y)).toEqual([scale.y(1), scale.y(1) - 20]);
});

test("marks at the end of lines never lie on each other", () => {
  const scale = scaleOf(REVIEW.standings, 356);
  expect(endsOf([4, 4, 0], scale, 17)).toEqual([scale.y(4), scale.y(4) + 17, scale.y(0)]);
});
