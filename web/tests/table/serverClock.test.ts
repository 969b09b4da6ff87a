import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aStore, aWelcome, happened } from "../helpers/tables";

const OURS = 1_000_000;
const HOUR = 3_600_000;

beforeEach(() => void vi.useFakeTimers({ now: OURS, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

/** A store at a server whose clock is this much ahead of ours, at a decision that has just come up. */
function deciding(ahead: number) {
  const { store } = aStore();
  store.receive(aWelcome({ now: OURS + ahead, due: OURS + ahead + 30_000 }));
  return store;
}

/** Seconds pass on our clock. */
const pass = (seconds: number) => void vi.setSystemTime(Date.now() + 1000 * seconds);

test.each([0, HOUR, -HOUR])("the time for a decision is counted by our own clock", (ahead) => {
  const store = deciding(ahead);
  expect(store.due).toBe(OURS + 30_000);
});

test.each([0, HOUR, -2 * HOUR, 40_000, -40_000])("if the server's clock is set, as much time is left as before", (jump) => {
  const store = deciding(5000);
  pass(10);
  const at = Date.now() + 5000 + jump;
  store.receive(happened(6, { what: "said", at, due: at + 20_000 }));
  expect(store.due).toBe(OURS + 30_000);
  pass(5);
  store.receive(happened(7, { at: at + 5000, due: at + 35_000 }));
  expect(store.due).toBe(Date.now() + 30_000);
});

test("an entry that comes late leaves less time", () => {
  const store = deciding(0);
  pass(20);
  store.receive(happened(6, { at: OURS + 5000, due: OURS + 35_000 }));
  expect(store.due).toBe(OURS + 35_000);
});
