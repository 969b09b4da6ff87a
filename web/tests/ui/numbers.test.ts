import { expect, test } from "vitest";
import { chance, exactly, plain, signed } from "../../src/ui/numbers";
import { overwriteGetLocale } from "../../src/words/runtime.js";

test("nothing is certain that is not", () => {
  expect([chance(0), chance(0.001), chance(0.5), chance(0.9999), chance(1)]).toEqual(["0%", "< 1%", "50%", "> 99%", "100%"]);
});

test("chances with a decimal are as careful", () => {
  expect([exactly(0), exactly(0.0001), exactly(0.4321), exactly(0.99999), exactly(1)]).toEqual(["0%", "< 0.1%", "43.2%", "> 99.9%", "100%"]);
});

test("gains have a sign, but nothing has none", () => {
  expect([signed(1.256), signed(-0.5), signed(-0.001), plain(0.0749)]).toEqual(["+1.26", "−0.50", "0.00", "0.07"]);
  overwriteGetLocale(() => "de");
  expect(signed(1.256)).toBe("+1,26");
});
