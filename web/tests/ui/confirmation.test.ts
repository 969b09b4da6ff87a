import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Confirmation } from "../../src/ui/confirmation.svelte";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

test("a grave move needs two presses with time between; a double click is one", () => {
  const done: string[] = [];
  const confirmation = new Confirmation((move) => done.push(move));
  confirmation.press("out", true);
  vi.advanceTimersByTime(399);
  confirmation.press("out", true);
  expect(done).toEqual([]);
  expect(confirmation.armed).toBe("out");
  vi.advanceTimersByTime(1);
  confirmation.press("out", true);
  expect(done).toEqual(["out"]);
});

test("other moves need one, and a first press is forgotten after a while", () => {
  const done: string[] = [];
  const confirmation = new Confirmation((move) => done.push(move));
  confirmation.press("lay 4", false);
  expect(done).toEqual(["lay 4"]);
  confirmation.press("out", true);
  vi.advanceTimersByTime(4000);
  confirmation.press("out", true);
  expect(done).toEqual(["lay 4"]);
});
