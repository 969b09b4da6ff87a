import { expect, test, vi } from "vitest";
import { closeByBack } from "../../src/ui/backButton";

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
  push.mockRestore();
});

test("what was closed otherwise is not closed again", () => {
  const close = vi.fn();
  closeByBack(close)();
  dispatchEvent(new PopStateEvent("popstate"));
  expect(close).not.toHaveBeenCalled();
});
