import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { m } from "../src/words/messages.js";
import { locales } from "../src/words/runtime.js";

type Variant = { match: Record<string, string> };
type Words = Record<string, string | Variant[]>;

const files = readdirSync("messages/en").sort();
const readFile = (locale: string, file: string) => JSON.parse(readFileSync(`messages/${locale}/${file}`, "utf8")) as Words;
const read = (locale: string) => Object.assign({}, ...files.map((file) => readFile(locale, file))) as Words;
const english = read("en");
const texts = (word: string | Variant[]) => (typeof word === "string" ? [word] : Object.values(word[0]?.match ?? {}));
const inputs = (word: string | Variant[]) =>
  [...new Set(texts(word).flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort();

test("every file of words is used, and no two have the same word", () => {
  const used = JSON.stringify(JSON.parse(readFileSync("project.inlang/settings.json", "utf8")));
  expect(files.filter((file) => !used.includes(`./messages/{locale}/${file}`))).toEqual([]);
  const words = files.flatMap((file) => Object.keys(readFile("en", file)).filter((key) => key !== "$schema"));
  expect(words.filter((word, place) => words.indexOf(word) !== place)).toEqual([]);
});

for (const locale of locales) {
  test(`no word is missing in ${locale}, and each has the same blanks to fill`, () => {
    const words = read(locale);
    expect(readdirSync(`messages/${locale}`).sort()).toEqual(files);
    expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort());
    for (const [key, word] of Object.entries(words)) {
      if (key === "$schema") continue;
      expect(texts(word).every((text) => text.trim() !== ""), key).toBe(true);
      expect(inputs(word), key).toEqual(inputs(english[key] ?? ""));
    }
  });

  test(`numbers in ${locale} have all the forms that the language has`, () => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.sort();
    for (const [key, word] of Object.entries(read(locale))) {
      if (typeof word === "string") continue;
      expect(Object.keys(word[0]?.match ?? {}).map((match) => match.replace("plural=", "")).sort(), key).toEqual(forms);
    }
  });
}

test("Romanian has its three forms", () => {
  const worms = (count: number) => m.worms({ count }, { locale: "ro" });
  expect([worms(1), worms(4), worms(20)]).toEqual(["1 viermișor", "4 viermișori", "20 de viermișori"]);
});

test("Romanian numbers from 20 have a “de” before what they count", () => {
  const many = Object.entries(read("ro")).flatMap(([key, word]) =>
    typeof word === "string" ? [] : [[key, word[0]?.match["plural=other"] ?? ""] as const],
  );
  expect(many.filter(([, text]) => /\{count\} (?!de |se |dintre )\p{L}/u.test(text))).toEqual([]);
});

/** Words for things that are called otherwise in docs/glossary.md, and slips that were made before. */
const WRONG: Readonly<Record<string, readonly RegExp[]>> = {
  en: [/\bset\b.*\baside\b/i, /what happened/i, /\{spot\} is closed/, /closed for good/],
  de: [
    /weg(ge|zu)?leg/i, /\bleg\w*\b[^.:!]* weg\b/i, /was geschah/i, /Platz \{(spot|thing)\}/, /Platz \d\d/, /gesperrt/,
    /\bPartie/, /bessere Wahlen/, /zurück(zu)?nehmen/, /tippen/, /Bot dazu/, /Töne/, /\} legen/, /weiterer lässt/,
  ],
  ro: [
    /păstr/i, /ce s-a întâmplat/i, /locul \{(spot|thing)\}/i, /locul \d\d/i, /închis definitiv/, /partid/i, /\bla mutare\b/,
    /rândul \{/i, /rând cu rând/, /(ultimul|acest|un) rând/i, /dată pe rând/, /\{most\} caractere/, /deja etalat\b/, /nereușită amară/, /^afară$/,
  ],
};

/** Quotation marks and apostrophes that are not those of the language. */
const MARKS: Readonly<Record<string, RegExp>> = { en: /['"„]/, de: /['"”]|(?<!„[^“]*)“/, ro: /['"“]/ };

test.each(locales)("the words of the glossary are used in %s, with the language's own marks", (locale) => {
  const wrong = [...(WRONG[locale] ?? []), MARKS[locale] ?? /^$/];
  const found = Object.entries(read(locale)).flatMap(([key, word]) =>
    key === "$schema" ? [] : texts(word).flatMap((text) => wrong.filter((slip) => slip.test(text)).map((slip) => `${key}: ${slip}`)),
  );
  expect(found).toEqual([]);
});
