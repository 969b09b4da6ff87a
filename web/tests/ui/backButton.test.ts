import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeByBack } from "../../src/ui/backButton";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("going back closes the topmost thing, and only that", () => {
  const push = vi.spyOn(history, "pushState");
  const [lower, upper] = [vi.fn(), vi.fn()];
  closeByBack(lower);
  closeByBack(upper);
  expect(push).toHaveBeenCalled();
  dispatchEvent(new PopStateEvent("popstate"));
  expect([lower.mock.calls.length, upper.mock.calls.length]).toEqual([0, 1]);
  dispatchEvent(new PopStateEvent("popstate"));
  expect(lower).toHaveBeenCalledOnce();
});

test("what was closed otherwise is not closed again", () => {
  const close = vi.fn();
  closeByBack(close)();
  dispatchEvent(new PopStateEvent("popstate"));
  expect(close).not.toHaveBeenCalled();
});

test("what opens while the history still goes back for another stays open", () => {
  // Browsers go back some time later; this one does so when told.
  let state: unknown = null;
  vi.spyOn(history, "state", "get").mockImplementation(() => state);
  const push = vi.spyOn(history, "pushState").mockImplementation((next) => void (state = next));
  const back = vi.spyOn(history, "back").mockImplementation(() => undefined);
  const arrive = () => {
    state = null;
    dispatchEvent(new PopStateEvent("popstate"));
  };

  const closed = closeByBack(vi.fn());
  closed();
  vi.runAllTimers();
  expect(back).toHaveBeenCalledOnce();
  const close = vi.fn();
  const closedToo = closeByBack(close);
  arrive();
  expect(close).not.toHaveBeenCalled();
  expect(push).toHaveBeenCalledTimes(2);
  arrive();
  expect(close).toHaveBeenCalledOnce();
  closedToo();
  vi.runAllTimers();
  expect(back).toHaveBeenCalledOnce();
});
