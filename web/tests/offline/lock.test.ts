import { beforeEach, expect, test, vi } from "vitest";
import { type Holder, Lock } from "../../src/offline/lock";

/** One lock, as browsers have it: requests wait in a row, and one may steal it. */
class FakeLocks {
  #holder: { lose: (why: Error) => void } | null = null;
  readonly #row: (() => void)[] = [];

  request = vi.fn((_: string, { steal }: { steal?: boolean }, held: () => Promise<unknown>) => new Promise((_resolve, reject) => {
    const take = () => {
      this.#holder = { lose: reject };
      void held();
    };
    if (steal) {
      this.#holder?.lose(new DOMException("stolen", "AbortError"));
      take();
    } else if (this.#holder) this.#row.push(take);
    else take();
  }));

  /** The page of the holder is closed. */
  release() {
    this.#holder = null;
    this.#row.shift()?.();
  }
}

let locks: FakeLocks;

function page() {
  const told: string[] = [];
  const holder: Holder = { waits: () => told.push("waits"), held: () => told.push("held"), lost: () => told.push("lost") };
  return { told, lock: new Lock(holder, locks as never) };
}

beforeEach(() => {
  vi.useFakeTimers();
  locks = new FakeLocks();
});

test("the first page plays, the second waits and is told so, and plays when the first is closed", () => {
  const [first, second] = [page(), page()];
  first.lock.take();
  second.lock.take();
  expect([first.told, second.told]).toEqual([["held"], []]);
  vi.advanceTimersByTime(10_000);
  expect([first.told, second.told]).toEqual([["held"], ["waits"]]);
  locks.release();
  expect(second.told).toEqual(["waits", "held"]);
});

test("a page that is reloaded does not hear of itself", () => {
  const [before, after] = [page(), page()];
  before.lock.take();
  after.lock.take();
  vi.advanceTimersByTime(1000);
  locks.release();
  vi.advanceTimersByTime(10_000);
  expect(after.told).toEqual(["held"]);
});

test("a page can take over, and the other one hears it", async () => {
  const [first, second] = [page(), page()];
  first.lock.take();
  second.lock.take();
  vi.advanceTimersByTime(10_000);
  second.lock.take(true);
  await vi.advanceTimersByTimeAsync(1);
  expect([first.told, second.told]).toEqual([["held", "lost"], ["waits", "held"]]);
});

test("where there are no locks, the page plays", () => {
  const told: string[] = [];
  new Lock({ waits: () => told.push("waits"), held: () => told.push("held"), lost: () => told.push("lost") }, null).take();
  expect(told).toEqual(["held"]);
});
