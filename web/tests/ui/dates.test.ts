import { afterEach, expect, test, vi } from "vitest";
import { settings } from "../../src/settings.svelte";
import { dateFormat, dateLocale } from "../../src/ui/dates";

afterEach(() => {
  settings.locale = "en";
  vi.restoreAllMocks();
});

test("dates are written as in the reader's region, if the page is in the language of that region", () => {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(["fr-FR", "en-GB", "en-US"]);
  expect(dateLocale()).toBe("en-GB");
  expect(dateFormat({ dateStyle: "medium" }).format(new Date(2025, 10, 3))).toBe("3 Nov 2025");
  settings.locale = "de";
  expect(dateLocale()).toBe("de");
});
