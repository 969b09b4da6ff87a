// The names of people and bots.
import { listed } from "../ui/lists";
import type { Strength } from "../wire/http";
import type { SeatInfo, TableInfo } from "../wire/types";
import { m } from "../words/messages.js";

const BOT_NAMES: Readonly<Record<string, () => string>> = {
  random: m.name_random,
  cautious: m.name_cautious,
  sure: m.name_sure,
  greedy: m.name_greedy,
  sampler: m.name_sampler,
  perfect: m.name_perfect,
  easy: m.name_easy,
  medium: m.name_medium,
  hard: m.name_hard,
  champion: m.name_champion,
  net: m.name_net,
};

/** First names for each kind of bot, one for each seat. */
const FIRST_NAMES: Readonly<Record<string, () => string>> = {
  random: m.first_names_random,
  cautious: m.first_names_cautious,
  sure: m.first_names_sure,
  greedy: m.first_names_greedy,
  sampler: m.first_names_sampler,
  perfect: m.first_names_perfect,
  easy: m.first_names_easy,
  medium: m.first_names_medium,
  hard: m.first_names_hard,
  champion: m.first_names_champion,
  net: m.first_names_net,
};

const BOT_LINES: Readonly<Record<string, () => string>> = {
  random: m.table_bot_random,
  cautious: m.table_bot_cautious,
  sure: m.table_bot_sure,
  greedy: m.table_bot_greedy,
  sampler: m.table_bot_sampler,
  perfect: m.table_bot_perfect,
  easy: m.table_bot_easy,
  medium: m.table_bot_medium,
  hard: m.table_bot_hard,
  champion: m.table_bot_champion,
  net: m.table_bot_net,
};

const STRENGTHS: Readonly<Record<Strength, () => string>> = {
  beginner: m.table_strength_beginner,
  easy: m.table_strength_easy,
  medium: m.table_strength_medium,
  strong: m.table_strength_strong,
  champion: m.table_strength_champion,
};

/** The name of a kind of bot. */
export const botName = (bot: string) => BOT_NAMES[bot]?.() ?? bot;
/** How a bot plays, in one line. */
export const botLine = (bot: string) => BOT_LINES[bot]?.() ?? "";
export const strengthName = (strength: Strength) => STRENGTHS[strength]();
/** From 1 for the weakest. */
export const strengthLevel = (strength: Strength) => Object.keys(STRENGTHS).indexOf(strength) + 1;

/** The name of a bot on a seat, so that two bots of a kind have different names. */
export function botFirstName(bot: string, seat: number): string {
  const names = FIRST_NAMES[bot]?.().split(", ") ?? [];
  return names[seat % names.length] ?? botName(bot);
}

export function holderName(holder: SeatInfo, seat: number): string {
  return holder.person || !holder.bot ? holder.name : botFirstName(holder.bot, seat);
}

export function seatName(table: TableInfo | null, seat: number): string {
  const holder = table?.seats[seat];
  if (!table || !holder) return m.seat_number({ number: seat + 1 });
  const name = holderName(holder, seat);
  // Players of the same name are numbered.
  const before = table.seats.slice(0, seat).filter((other, place) => other && holderName(other, place) === name).length;
  return before > 0 ? `${name} ${before + 1}` : name;
}

/** The names of some seats, as a list. */
export function seatNames(table: TableInfo | null, seats: readonly number[]): string {
  return listed(seats.map((seat) => seatName(table, seat)));
}

/** Whose turn it is, for our own seats: where several people share this device, by name. */
export function turnInWords(feed: { table: TableInfo | null; mine: readonly number[] }, seat: number): string {
  return feed.mine.length > 1 ? m.table_now({ name: seatName(feed.table, seat) }) : m.turn_yours();
}
