// The words of the reader's language. The build puts those of every part of the client that is loaded on demand into a
// separate file for each language, which is loaded with the part (lazywords.ts): nothing else is transferred.
import { device } from "./storage";
import { baseLocale, defineCustomClientStrategy, getLocale, isLocale, type Locale } from "./words/runtime.js";

const LOCALE = "PARAGLIDE_LOCALE";

// The language is set here before any message is used; the messages' own detection fails where storage is forbidden.
defineCustomClientStrategy("custom-device", {
  getLocale() {
    const stored = device.getItem(LOCALE);
    return stored !== null && isLocale(stored) ? stored : undefined;
  },
  setLocale: (locale) => device.setItem(LOCALE, locale),
});

/** A sentence with blanks, or one for each form of number that the language has. */
export type Word = string | Readonly<Record<string, string>>;
export type Words = Readonly<Record<string, Word>>;
/** Loads the words of one part of the client, by the language. */
export type WordLoaders = Readonly<Record<Locale, () => Promise<{ default: Words }>>>;

/** All parts whose words are known, by their names. */
const parts = new Map<string, WordLoaders>();
let locale: Locale | null = null;
let words: Words = {};

/** A part of the client, once its words are loaded, too. */
export async function withWords<T>(part: string, code: Promise<T>, loaders: WordLoaders): Promise<T> {
  const [loaded] = await Promise.all([code, learn(part, loaders)]);
  return loaded;
}

async function learn(part: string, loaders: WordLoaders): Promise<void> {
  const wanted = (locale ??= getLocale());
  if (parts.has(part)) return;
  const { default: found } = await loaders[wanted]();
  // The reader may have chosen another language in the meantime.
  if (wanted !== locale) return learn(part, loaders);
  parts.set(part, loaders);
  words = { ...words, ...found };
}

/** Load all words in another language. If some cannot be loaded, none change. */
export async function translate(wanted: Locale): Promise<void> {
  const known = [...parts.values()];
  const found = await Promise.all(known.map((loaders) => loaders[wanted]()));
  if (known.length < parts.size) return translate(wanted);
  words = Object.assign({}, ...found.map((each) => each.default)) as Words;
  locale = wanted;
}

/** A message in the reader's language, with its placeholders filled in. */
export function say(key: string, inputs: Readonly<Record<string, unknown>> = {}): string {
  return fill(words[key] ?? key, inputs, locale ?? baseLocale);
}

export function fill(word: Word, inputs: Readonly<Record<string, unknown>>, language: Locale): string {
  const text = typeof word === "string" ? word : (word[new Intl.PluralRules(language).select(Number(inputs["count"]))] ?? "");
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(inputs[name]));
}
