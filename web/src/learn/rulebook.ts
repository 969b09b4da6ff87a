// The rules as data, written by web/rules.py from docs/rules, and what pages need to find things in them.
import type { Component } from "svelte";
import { cardOf, TAUGHT } from "../games/registry";
import type { Locale } from "../words/runtime.js";

/** A piece of text: plain, or marked in one way. A link has its target in `to`. */
export type Piece = string | Partial<Record<"strong" | "em" | "source" | "code" | "rule" | "link" | "to", string>>;

export interface Rule {
  rule: string;
  text: Piece[];
  ruling?: Piece[];
}

export interface Block {
  title?: string;
  heading?: string;
  text?: Piece[];
  rules?: Rule[];
  list?: Piece[][];
  steps?: Piece[][];
  head?: Piece[][];
  rows?: Piece[][][];
  code?: string;
}

/** Draws something beside a rule, or nothing. */
export type RulePicture = Component<{ rule: string }>;

export interface Section {
  id: string;
  heading: string;
  blocks: Block[];
}

/** A page of docs/rules: what comes before its first heading, and its sections. */
export interface Page {
  name: string;
  title: string;
  opening: Block[];
  sections: Section[];
}

const FILES = import.meta.glob<{ default: Block[] }>("./rules/*/*.json");

/** The rules of a game: its own page, and those that it shares with others. */
export async function rulebook(game: string, locale: Locale): Promise<Page[]> {
  return Promise.all((cardOf(game).learning?.pages ?? []).map((name) => load(name, locale)));
}

async function load(name: string, locale: Locale): Promise<Page> {
  const file = FILES[`./rules/${locale}/${name}.json`];
  if (!file) throw new Error(`there are no rules of ${name} in ${locale}`);
  return pageOf(name, (await file()).default);
}

export function pageOf(name: string, blocks: readonly Block[]): Page {
  const page: Page = { name, title: "", opening: [], sections: [] };
  for (const block of blocks) {
    const section = page.sections.at(-1);
    if (block.title !== undefined) page.title = block.title;
    else if (block.heading !== undefined) page.sections.push({ id: `${name}-${page.sections.length + 1}`, heading: block.heading, blocks: [] });
    else (section ? section.blocks : page.opening).push(block);
  }
  return page;
}

/** The address of a rule, as seen from the page of a game. */
export function addressOf(rule: string, game: string): string {
  const home = TAUGHT.find(({ learning }) => rule.startsWith(`${learning?.prefix}-`))?.name ?? game;
  return home === game ? `#${rule}` : `/rules/${home}#${rule}`;
}

/** The target of a link of the pages: another game, or a shared page below; none for pages that are not shown. */
export function placeOf(link: string): string | null {
  const name = /^([\w-]+)\.md$/.exec(link)?.[1];
  if (!name) return null;
  return TAUGHT.some((game) => game.name === name) ? `/rules/${name}` : `#${name}`;
}

/** The plain text of pieces. */
export const words = (pieces: readonly Piece[]) =>
  pieces.map((piece) => (typeof piece === "string" ? piece : Object.entries(piece).map(([kind, text]) => (kind === "to" ? "" : text)).join(""))).join("");

/** Without accents and in lower case, for searching. */
const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The rules that have all these words, in any order. */
export function search(pages: readonly Page[], query: string): Rule[] {
  const wanted = plain(query).split(/\s+/).filter(Boolean);
  const all = pages.flatMap((page) => page.sections.flatMap((section) => section.blocks.flatMap((block) => block.rules ?? [])));
  return all.filter((rule) => {
    const text = plain(`${rule.rule} ${words(rule.text)} ${words(rule.ruling ?? [])}`);
    return wanted.every((word) => text.includes(word));
  });
}
