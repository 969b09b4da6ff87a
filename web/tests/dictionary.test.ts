import { beforeEach, expect, test, vi } from "vitest";
import { wordsIn } from "../lazywords";
import type * as Dictionary from "../src/dictionary";
import { fill, type Words } from "../src/dictionary";
import { m } from "../src/words/messages.js";
import { locales } from "../src/words/runtime.js";

type Said = (inputs: object, options: { locale: string }) => string;
const BLANKS = ["name", "face", "dice", "portion", "victim", "thing", "worth", "game", "amount"];

test.each(locales)("what a build says in %s is what the compiled messages say", (locale) => {
  for (const [key, word] of Object.entries(wordsIn(locale))) {
    if (key === "$schema") continue;
    const compiled = (m as unknown as Record<string, Said>)[key];
    for (const count of [0, 1, 2, 20, 101]) {
      const inputs = { ...Object.fromEntries(BLANKS.map((blank) => [blank, `<${blank} $&>`])), count };
      expect(fill(word, inputs, locale), key).toBe(compiled?.(inputs, { locale }));
    }
  }
});

let dictionary: typeof Dictionary;
beforeEach(async () => {
  vi.resetModules();
  dictionary = await import("../src/dictionary");
});

const missing = () => Promise.reject(new TypeError("Failed to fetch"));
/** A part whose word is another in each language. */
const aPart = (key: string) => {
  const load = (word: string) => vi.fn(() => Promise.resolve<{ default: Words }>({ default: { [key]: word } }));
  return { en: load(`${key} in English`), de: load(`${key} auf Deutsch`), ro: load(`${key} în română`) };
};

test("a part comes with its words, in one language and once", async () => {
  const part = aPart("grill");
  await expect(dictionary.withWords("grill", Promise.resolve("code"), part)).resolves.toBe("code");
  await dictionary.withWords("grill", Promise.resolve("code"), part);
  expect(dictionary.say("grill")).toBe("grill in English");
  expect([part.en, part.de, part.ro].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0]);
});

test("a part without its words does not come, and can be asked for again", async () => {
  const part = aPart("grill");
  await expect(dictionary.withWords("grill", Promise.resolve("code"), { ...part, en: missing })).rejects.toThrow();
  await dictionary.withWords("grill", Promise.resolve("code"), part);
  expect(dictionary.say("grill")).toBe("grill in English");
});

test("another language has all parts that are there, and those that come later", async () => {
  await dictionary.withWords("grill", Promise.resolve(0), aPart("grill"));
  await dictionary.translate("de");
  await dictionary.withWords("coals", Promise.resolve(0), aPart("coals"));
  expect([dictionary.say("grill"), dictionary.say("coals")]).toEqual(["grill auf Deutsch", "coals auf Deutsch"]);
});

test("where words do not come in another language, all stay as they are", async () => {
  await dictionary.withWords("grill", Promise.resolve(0), aPart("grill"));
  await dictionary.withWords("coals", Promise.resolve(0), { ...aPart("coals"), ro: missing });
  await expect(dictionary.translate("ro")).rejects.toThrow();
  expect([dictionary.say("grill"), dictionary.say("coals")]).toEqual(["grill in English", "coals in English"]);
});

test("a part that comes while the language changes has the new one", async () => {
  await dictionary.withWords("grill", Promise.resolve(0), aPart("grill"));
  const coming = dictionary.withWords("coals", Promise.resolve(0), aPart("coals"));
  await Promise.all([coming, dictionary.translate("de")]);
  expect([dictionary.say("grill"), dictionary.say("coals")]).toEqual(["grill auf Deutsch", "coals auf Deutsch"]);
});
