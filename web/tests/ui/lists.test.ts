import { afterEach, expect, test, vi } from "vitest";
import { listed } from "../../src/ui/lists";
import { getLocale, overwriteGetLocale } from "../../src/words/runtime.js";

const locale = getLocale();

afterEach(() => {
  overwriteGetLocale(() => locale);
  vi.unstubAllGlobals();
});

test("a list has an “and” before its last thing", () => {
  expect([listed([]), listed(["Ann"]), listed(["Ann", "Bo"])]).toEqual(["", "Ann", "Ann and Bo"]);
  expect(listed(["Ann", "Bo", "Cleo"])).toBe("Ann, Bo and Cleo");
  expect(listed([21, 22, 23])).toBe("21, 22 and 23");
});

test.each([["de", "Ann, Bo und Cleo"], ["ro", "Ann, Bo și Cleo"]] as const)("a list is written in the reader's language: %s", (language, list) => {
  overwriteGetLocale(() => language);
  expect(listed(["Ann", "Bo", "Cleo"])).toBe(list);
});

test("browsers without lists get commas", () => {
  vi.stubGlobal("Intl", { PluralRules: Intl.PluralRules });
  expect(listed(["Ann", "Bo", "Cleo"])).toBe("Ann, Bo, Cleo");
});
