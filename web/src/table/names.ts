// What people, bots and faces are called.
import { m } from "../words/messages.js";
import type { Strength } from "../wire/http";
import type { SeatInfo, TableInfo } from "../wire/types";

const BOT_NAMES: Readonly<Record<string, () => string>> = {
  random: m.name_random,
  cautious: m.name_cautious,
  sure: m.name_sure,
  greedy: m.name_greedy,
  sampler: m.name_sampler,
  perfect: m.name_perfect,
};

const BOT_LINES: Readonly<Record<string, () => string>> = {
  random: m.table_bot_random,
  cautious: m.table_bot_cautious,
  sure: m.table_bot_sure,
  greedy: m.table_bot_greedy,
  sampler: m.table_bot_sampler,
  perfect: m.table_bot_perfect,
};

const STRENGTHS: Readonly<Record<Strength, () => string>> = {
  beginner: m.table_strength_beginner,
  easy: m.table_strength_easy,
  medium: m.table_strength_medium,
  strong: m.table_strength_strong,
};

const GAMES: Readonly<Record<string, () => string>> = {
  bratwurmeck: m.bratwurmeck,
  barbecue: m.barbecue,
  karteneck: m.karteneck,
};

export const gameTitle = (game: string) => GAMES[game]?.() ?? game;
export const botName = (bot: string) => BOT_NAMES[bot]?.() ?? bot;
/** How a bot plays, in one line. */
export const botLine = (bot: string) => BOT_LINES[bot]?.() ?? "";
export const strengthName = (strength: Strength) => STRENGTHS[strength]();
/** From 1 for the weakest on. */
export const strengthLevel = (strength: Strength) => Object.keys(STRENGTHS).indexOf(strength) + 1;

export function holderName(holder: SeatInfo): string {
  return holder.person || !holder.bot ? holder.name : botName(holder.bot);
}

export function seatName(table: TableInfo | null, seat: number): string {
  const holder = table?.seats[seat];
  if (!table || !holder) return m.seat_number({ number: seat + 1 });
  const name = holderName(holder);
  // Two of one name are told apart by a number.
  const before = table.seats.slice(0, seat).filter((other) => other && holderName(other) === name).length;
  return before > 0 ? `${name} ${before + 1}` : name;
}

/** Whose turn it is, for our own: where several people share this device, by name. */
export function turnInWords(store: { table: TableInfo | null; mine: number[] }, seat: number): string {
  return store.mine.length > 1 ? m.table_now({ name: seatName(store.table, seat) }) : m.turn_yours();
}

export const faceName = (face: string) => (face === "W" ? m.face_worm() : face);

/** How often each face is among some dice, in the order in which they are written. */
export function faces(dice: string): [face: string, count: number][] {
  const counts = new Map<string, number>();
  for (const face of dice) counts.set(face, (counts.get(face) ?? 0) + 1);
  return [...counts];
}

export function diceInWords(dice: string): string {
  return faces(dice)
    .map(([face, count]) => m.face_shown({ count, face: faceName(face) }))
    .join(", ");
}
