// The limits of names, shown during typing. The server decides: src/heckmeck/server/table/text.py has the same limits.
import { m } from "../words/messages.js";

export const LONGEST_NAME = 24;
const MOST_ACCENTS = 3;

/** Invisible characters that are allowed with emoji: the variation selector, and the joiner. */
const OF_PICTURES = /(\p{So}|\p{Sk})\ufe0f?\u200d(?=\p{So})|(\p{So})\ufe0f/gu;
/** The same in keycaps, and the invisible tags in the flags of England, Scotland and Wales. */
const OF_KEYCAPS = /([0-9#*])\ufe0f(?=\u20e3)/gu;
const OF_FLAGS = /(\u{1f3f4})\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/gu;
const INVISIBLE =
  /[\p{C}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufffc\ufe00-\ufe0f\u{13441}\u{13442}\u{16fe4}\u{1d159}\u{1da7f}\u{1da80}\u{e0100}-\u{e01ef}]/u;
const STACKED = new RegExp(`[\\p{Mn}\\p{Me}]{${MOST_ACCENTS + 1}}|^[\\p{Mn}\\p{Me}]`, "u");

const tidy = (name: string) =>
  name.normalize("NFC").trim().replace(/\p{Zs}+/gu, " ").replace(OF_KEYCAPS, "$1").replace(OF_FLAGS, "$1").replace(OF_PICTURES, "$1$2");

/** The number of characters that take space. */
export const nameLength = (name: string) => [...tidy(name).replace(/[\p{Mn}\p{Me}]/gu, "")].length;

/** Why a name cannot be used, apart from its length; empty if it can. */
export function nameProblem(name: string): string {
  const text = tidy(name);
  if (INVISIBLE.test(text)) return m.name_seen();
  if (STACKED.test(text)) return m.name_accents();
  return text.toLowerCase().startsWith("bot:") ? m.name_bots() : "";
}
