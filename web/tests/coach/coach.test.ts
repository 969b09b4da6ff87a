import { expect, test, vi } from "vitest";
import { Coach } from "../../src/coach/coach.svelte";
import type { Advice } from "../../src/wire/types";
import { aPosition, aStore, aTable, aWelcome, happened } from "../helpers/tables";

const ADVICE: Advice = {
  seat: 0, seq: 5, exact: true, best: "keep 4",
  options: [
    { move: "keep 4", gain: 1.5, success: 0.68, results: [{ name: "21", gain: 1, chance: 0.68 }] },
    { move: "keep 1", gain: 0.5, success: 0.4 },
  ],
};

/** A server that answers with advice, and what it was asked. */
function answering(answer: () => Response): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return Promise.resolve(answer());
  });
  return asked;
}

test("the coach is off until it is switched on, and then remembered", () => {
  const { store } = aStore();
  store.receive(aWelcome());
  const coach = new Coach(store);
  expect([coach.allowed, coach.on]).toEqual([true, false]);
  coach.toggle();
  expect(coach.on).toBe(true);
  const next = aStore().store;
  next.receive(aWelcome());
  expect(new Coach(next).on).toBe(true);
});

test("with people the host decides, and the switch is another one", () => {
  const { store } = aStore();
  store.receive(aWelcome());
  const coach = new Coach(store);
  coach.toggle();
  const seats = [{ name: "Ann", person: true }, { name: "Bo", person: true }];
  store.receive(happened(6, { table: aTable({ seats }) }));
  expect([coach.allowed, coach.on]).toEqual([false, false]);
  store.receive(happened(7, { table: aTable({ seats, plan: { game: "bratwurmeck", seats: 2, coach: true } }) }));
  expect([coach.allowed, coach.on]).toEqual([true, false]);
});

test("spectators have no coach", () => {
  const { store } = aStore();
  store.receive(aWelcome({ mine: [] }));
  expect(new Coach(store).allowed).toBe(false);
});

test("a decision is asked about once it is one's own, and forgotten when it is made", async () => {
  const asked = answering(() => Response.json(ADVICE));
  const { store } = aStore();
  store.linkChanged("open");
  store.receive(aWelcome());
  const coach = new Coach(store);
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
  const coach = new Coach(store);
  coach.toggle();
  coach.follow()?.();
  await new Promise((done) => setTimeout(done));
  expect(coach.advice).toBeNull();
  answer = Response.json({ code: "busy", message: "?" }, { status: 503 });
  coach.follow();
  await vi.waitFor(() => expect(coach.problem).toBe("The coach has a lot to do just now."));
});


test("a busy coach is asked again by itself, and its complaint goes with the answer", async () => {
  vi.useFakeTimers();
  let answer = Response.json({ code: "busy", message: "?" }, { status: 503 });
  const asked = answering(() => answer);
  const { store } = aStore();
  store.linkChanged("open");
  store.receive(aWelcome());
  const coach = new Coach(store);
  coach.toggle();
  const made = coach.follow();
  await vi.advanceTimersByTimeAsync(100);
  expect(coach.problem).not.toBe("");
  answer = Response.json(ADVICE);
  await vi.advanceTimersByTimeAsync(2000);
  expect([coach.best?.move, coach.problem, asked.length]).toEqual(["keep 4", "", 2]);
  answer = Response.json({ code: "busy", message: "?" }, { status: 503 });
  made?.();
  coach.follow()?.();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(3);
  vi.useRealTimers();
});
