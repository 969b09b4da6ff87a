// Before every test: English, an empty storage, no network, and nothing left over from the test before.
import { beforeEach, vi } from "vitest";
import { overwriteGetLocale } from "../../src/words/runtime.js";

beforeEach(() => {
  vi.useRealTimers();
  overwriteGetLocale(() => "en");
  localStorage.clear();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("there is no server in unit tests")));
});
