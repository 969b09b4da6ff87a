// Before every test: English, an empty storage, and nothing left over from the test before.
import { beforeEach, vi } from "vitest";
import { overwriteGetLocale } from "../../src/words/runtime.js";

beforeEach(() => {
  vi.useRealTimers();
  overwriteGetLocale(() => "en");
  localStorage.clear();
});
