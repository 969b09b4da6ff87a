// Load one language, and only the words that are used. The messages are compiled to functions that know all languages, which is
// what tests and the type checker see. A build has dictionaries instead: one for each language and each part of the client
// that is loaded on demand, with the words that this part uses. Where the part is imported, its dictionary is loaded as well.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { closure } from "./closure.ts";
import type { Word, Words } from "./src/dictionary.ts";

const DICTIONARY = "virtual:dictionary/";
/** Placeholder for the words of a part in a language until all imports are known. */
const BLANK = /["'`]words of (\S+) in (\w+)["'`]/;
const ON_DEMAND = /\bimport\("(\.[^"]+)"\)/g;
const SAID = /\bm\.(\w+)/g;

type Variants = readonly [{ match: Readonly<Record<string, string>> }];

const LANGUAGES = readdirSync("messages").sort();

/** The words of a part in a language, as a module; no other plugin handles names with this ending. */
const dictionaryOf = (part: string, locale: string) => `${DICTIONARY}${locale}/${part}.words`;

/** Whether a module has the words of a part: of any, or of the one at a path. */
export const isDictionary = (id: string | null | undefined, path?: string) =>
  id?.startsWith(`\0${DICTIONARY}`) === true && (path === undefined || id.endsWith(`/${basename(path)}.words`));

/** Prefix of the file name of a dictionary: its language. */
const localeOf = (id: string | null | undefined) => (id && isDictionary(id) ? `${id.slice(DICTIONARY.length + 1).split("/")[0]}-` : "");

/** All words of a language. */
export function wordsIn(locale: string): Words {
  const files = readdirSync(`messages/${locale}`).map((name) => JSON.parse(readFileSync(`messages/${locale}/${name}`, "utf8")) as object);
  const all: Record<string, string | Variants> = Object.assign({}, ...files);
  return Object.fromEntries(Object.entries(all).map(([key, word]) => [key, compact(word)]));
}

/** A word without the parts that are the same in all plural forms. */
function compact(word: string | Variants): Word {
  if (typeof word === "string") return word;
  return Object.fromEntries(Object.entries(word[0].match).map(([form, text]) => [form.replace("plural=", ""), text]));
}

/** The words of `start` are always loaded: no other part includes them. */
export function lazyWords(source: string, start: string): Plugin {
  const runtime = JSON.stringify(join(source, "dictionary.ts"));
  /** The words that each module uses. */
  const said = new Map<string, readonly string[]>();
  const all = new Map(LANGUAGES.map((locale) => [locale, wordsIn(locale)]));

  function wordsOf(context: Rolldown.PluginContext, part: string): Set<string> {
    const saidFrom = (entry: string) => [...closure(context, entry)].flatMap((id) => said.get(id) ?? []);
    const there = new Set(part === start ? [] : saidFrom(start));
    return new Set(saidFrom(part).filter((key) => !there.has(key)));
  }

  return {
    name: "heckmeck:lazywords",
    apply: "build",
    enforce: "post",
    outputOptions: (options) => ({ ...options, chunkFileNames: ({ facadeModuleId }) => `assets/${localeOf(facadeModuleId)}[name]-[hash].js` }),
    resolveId: (id) => (id.startsWith(DICTIONARY) ? `\0${id}` : null),
    load(id) {
      if (id === join(source, "words/messages.js")) {
        return `import { say } from ${runtime};\nexport const m = new Proxy({}, { get: (_, key) => (inputs) => say(key, inputs) });`;
      }
      if (!isDictionary(id)) return null;
      const [locale = "", ...part] = id.slice(DICTIONARY.length + 1, -".words".length).split("/");
      return `export default "words of ${part.join("/")} in ${locale}";`;
    },
    async transform(code, id) {
      if (!id.startsWith(source) || id.startsWith(join(source, "words/")) || id.includes("?")) return null;
      said.set(id, [...code.matchAll(SAID)].map(([, key = ""]) => key));
      const parts = new Map<string, string>();
      for (const [, path = ""] of code.matchAll(ON_DEMAND)) {
        if (!path.endsWith(".json")) parts.set(path, relative(source, (await this.resolve(path, id))?.id ?? path));
      }
      if (parts.size === 0) return null;
      const changed = code.replace(ON_DEMAND, (statement, path: string) => {
        const part = parts.get(path) ?? "";
        const loaders = LANGUAGES.map((locale) => `${locale}: () => import("${dictionaryOf(part, locale)}")`);
        return part === "" ? statement : `withWords("${part}", ${statement}, { ${loaders.join(", ")} })`;
      });
      return { code: `import { withWords } from ${runtime};\n${changed}`, map: null };
    },
    renderChunk(code) {
      const [blank, part = "", locale = ""] = BLANK.exec(code) ?? [];
      if (blank === undefined) return null;
      const words = [...wordsOf(this, join(source, part))].sort().map((key) => [key, all.get(locale)?.[key]]);
      return { code: code.replace(blank, () => JSON.stringify(Object.fromEntries(words))), map: null };
    },
  };
}
