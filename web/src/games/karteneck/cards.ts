// Cards as they are printed: 1 to 5 are the values, and 5 + s is the worm with s shield points.
import { listed } from "../../ui/lists";
import type { KarteneckPosition } from "../../wire/types";
import { m } from "../../words/messages.js";

export type Cards = readonly number[];

const WORM_VALUE = 5;
export const WORM_SORT = 6;

const BIRDS = [m.kart_bird_1, m.kart_bird_2, m.kart_bird_3, m.kart_bird_4, m.kart_bird_5];

export const sortOf = (card: number) => Math.min(card, WORM_SORT);
export const isWorm = (card: number) => card >= WORM_SORT;
export const hasWorm = (cards: Cards) => cards.some(isWorm);
export const totalOf = (cards: Cards) => cards.reduce((sum, card) => sum + Math.min(card, WORM_VALUE), 0);

/** The highest shield points among these cards; 0 without a worm. */
export const shieldOf = (cards: Cards) => Math.max(WORM_VALUE, ...cards) - WORM_VALUE;

/** A card as it is written in moves: 1 to 5, or W with its shield points. */
export const cardName = (card: number) => (isWorm(card) ? `W${card - WORM_VALUE}` : String(card));

/** The card of such a name. */
export const cardOf = (name: string) => (name.startsWith("W") ? WORM_VALUE + Number(name.slice(1)) : Number(name));

/** One card, as it is read out. */
export function cardInWords(card: number): string {
  return isWorm(card) ? m.card_worm({ shield: card - WORM_VALUE }) : m.kart_card({ value: card, bird: BIRDS[card - 1]?.() ?? "" });
}

const LAYS = [m.kart_lay_1, m.kart_lay_2, m.kart_lay_3, m.kart_lay_4, m.kart_lay_5, m.kart_lay_6];

/** The button that lays cards of one sort. */
export const layInWords = (cards: Cards) => LAYS[sortOf(cards[0] ?? 1) - 1]?.({ count: cards.length }) ?? "";

/** Cards of one sort in short: "3 × 4", "2 worms". */
export function sortInWords(cards: Cards): string {
  const [card = 0] = cards;
  return isWorm(card) ? m.worms({ count: cards.length }) : m.face_shown({ count: cards.length, face: String(card) });
}

/** Any cards, sort by sort; worms with their shield points. */
export function cardsInWords(cards: Cards): string {
  return listed(
    sorted(cards, (card) => card).map((sort) =>
      isWorm(sort[0] ?? 0)
        ? m.kart_worms({ count: sort.length, shields: listed(sort.map((worm) => worm - WORM_VALUE)) })
        : sortInWords(sort),
    ),
  );
}

/** The things of each sort together, in the order in which they come. */
export function sorted<T>(things: readonly T[], cardOf: (thing: T) => number): T[][] {
  const found = new Map<number, T[]>();
  for (const thing of things) {
    const sort = sortOf(cardOf(thing));
    found.set(sort, [...(found.get(sort) ?? []), thing]);
  }
  return [...found.values()];
}

/** A card with a number that distinguishes it from its copies, counted from 0. */
export interface Copy {
  card: number;
  copy: number;
  id: string;
}

/** Number the copies. Cards laid before come first, so that a card keeps its number when it moves from the hand to the layout. */
export function copies(cards: Cards, before: Cards = []): Copy[] {
  const seen = new Map<number, number>();
  for (const card of before) seen.set(card, (seen.get(card) ?? 0) + 1);
  return cards.map((card) => {
    const copy = seen.get(card) ?? 0;
    seen.set(card, copy + 1);
    return { card, copy, id: `${card}-${copy}` };
  });
}

/** What a player has laid, what it counts and whether the player is out, as it is read out. */
export function layoutInWords({ layouts, totals, out }: Pick<KarteneckPosition, "layouts" | "totals" | "out">, seat: number): string {
  const layout = layouts[seat] ?? [];
  const isOut = out[seat] ?? false;
  const laid = layout.length > 0 ? m.kart_layout({ cards: cardsInWords(layout), total: totals[seat] ?? 0 }) : m.kart_layout_empty();
  const missing = layout.length > 0 && !hasWorm(layout) ? `${m.need_worm()}.` : "";
  return [laid, missing, isOut ? `${m.kart_out()}.` : "", isOut && hasWorm(layout) ? m.kart_out_valid() : ""].filter(Boolean).join(" ");
}
