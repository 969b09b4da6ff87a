// The podium at the end of a game, and the ranking in words.
import type { PortraitMood } from "../ui/art/characters";
import { m } from "../words/messages.js";
import type { TableFeed } from "./feed";
import { seatName, seatNames } from "./names";
import { amountOf } from "./units";

export interface Place {
  seat: number;
  /** From 1; equal players share a rank. 0 where a game was broken off. */
  rank: number;
  score: number;
  mood: PortraitMood;
}

type Finished = Pick<TableFeed, "ended" | "table" | "position" | "mine" | "module" | "replayed">;

/** All seats, the winners first. */
export function placesOf({ ended, table, position }: Pick<Finished, "ended" | "table" | "position">): Place[] {
  if (!ended) return (table?.seats ?? []).map((_, seat) => ({ seat, rank: 0, score: position?.scores[seat] ?? 0, mood: "calm" }));
  const before = (group: number) => ended.ranking.slice(0, group).flat().length;
  const last = ended.ranking.length - 1;
  return ended.ranking.flatMap((seats, group) =>
    seats.map((seat): Place => ({
      seat,
      rank: before(group) + 1,
      score: ended.scores[seat] ?? 0,
      mood: group === 0 ? "happy" : group === last ? "sour" : "calm",
    })),
  );
}

/** Who won. */
export function resultHeadline({ ended, table, mine, replayed }: Pick<Finished, "ended" | "table" | "mine" | "replayed">): string {
  if (!ended) return m.did_break_off();
  const names = seatNames(table, ended.winners);
  if (ended.winners.length > 1) return m.won_shared({ names });
  const own = ended.winners.some((seat) => mine.includes(seat));
  return own && mine.length === 1 && !replayed ? m.won_you() : m.won_by({ names });
}

/** The whole result as it is read out. */
export function resultInWords(feed: Finished): string {
  return [resultHeadline(feed), ...placesOf(feed).map((place) => placeInWords(feed, place))].join(" ");
}

/** One place in a sentence. */
export function placeInWords({ table, module }: Pick<Finished, "table" | "module">, { seat, rank, score }: Place): string {
  const of = { name: seatName(table, seat), amount: amountOf(module.unit, score) };
  return rank > 0 ? m.result_place({ rank, ...of }) : m.result_no_place(of);
}
