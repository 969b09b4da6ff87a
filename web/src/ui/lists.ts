// Lists as people read them in their language: "Ann, Bo and Cleo".
import { getLocale } from "../words/runtime.js";

/** Our English has no comma before the last "and". */
const STYLES: Readonly<Record<string, string>> = { en: "en-GB" };

const formats = new Map<string, Intl.ListFormat>();

function format(locale: string): Intl.ListFormat {
  const known = formats.get(locale) ?? new Intl.ListFormat(STYLES[locale] ?? locale, { type: "conjunction" });
  formats.set(locale, known);
  return known;
}

/** Join items with "and" before the last; browsers that cannot do so use commas. */
export function listed(things: readonly (string | number)[]): string {
  const words = things.map(String);
  return "ListFormat" in Intl ? format(getLocale()).format(words) : words.join(", ");
}
