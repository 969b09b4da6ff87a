// The highlights of a game: its decisive moments, and playful prizes. Everything is derived from the steps.
import type { Bravery, Catch, HighlightRules } from "../table/gameModule";
import type { GameEvent } from "../wire/messages";
import type { Replay } from "../wire/types";

/** Something worth telling. `gain` and `loss` are in the unit of the game. */
export type Moment = { place: number; seat: number } & (
  | { what: "lead" }
  | { what: "theft"; victim: number; thing: number; gain: number }
  | { what: "failure"; loss: number }
  | { what: "catch"; gain: number }
);

export type Award = { seat: number } & (
  | { what: "thief" | "victim" | "failed" | "own" | "hungry"; count: number }
  | { what: "steady" }
  | { what: "lucky" | "unlucky"; luck: number }
);

/** Changes below this do not decide a game. */
const WORTH_TELLING = 2;
const MOST_MOMENTS = 4;
const MOST_AWARDS = 4;

type TheftMoment = Extract<Moment, { what: "theft" }>;
const scoresAt = (replay: Replay, place: number) => replay.frames[place]?.position.scores ?? [];

/** By how much a seat's score changed in a frame. */
function change(replay: Replay, place: number, seat: number): number {
  return (scoresAt(replay, place)[seat] ?? 0) - (scoresAt(replay, place - 1)[seat] ?? 0);
}

function eventsOf(replay: Replay): { place: number; event: GameEvent }[] {
  return replay.frames.flatMap(({ events = [] }, place) => events.map((event) => ({ place, event })));
}

/** The moments that decided the game, in the order in which they came. */
export function moments(replay: Replay, rules: HighlightRules): Moment[] {
  const lead = leadForGood(replay);
  const best = [...thefts(replay, rules).slice(0, 2), ...failures(replay, rules).slice(0, 1), ...catches(replay, rules).slice(0, 1)];
  const found = lead ? [lead, ...best.filter(({ place }) => place !== lead.place)] : best;
  return found.slice(0, MOST_MOMENTS).sort((a, b) => a.place - b.place);
}

/** The frame from which the winner was ahead of everybody until the end. */
function leadForGood(replay: Replay): Moment | null {
  const [winner, ...others] = replay.end?.winners ?? [];
  if (winner === undefined || others.length > 0) return null;
  const ahead = (place: number) => {
    const scores = scoresAt(replay, place);
    return scores.every((score, seat) => seat === winner || score < (scores[winner] ?? 0));
  };
  let place = replay.frames.length - 1;
  if (!ahead(place)) return null;
  while (place > 0 && ahead(place - 1)) place -= 1;
  return { what: "lead", place, seat: winner };
}

function thefts(replay: Replay, rules: HighlightRules): TheftMoment[] {
  const found = eventsOf(replay).flatMap(({ place, event }): TheftMoment[] => {
    const theft = rules.theft(event, replay);
    if (!theft) return [];
    return [{ ...theft, what: "theft", place, gain: theft.gain ?? Math.max(change(replay, place, theft.seat), 0) }];
  });
  return found.sort((a, b) => b.gain - a.gain);
}

function failures(replay: Replay, rules: HighlightRules): Moment[] {
  const found = eventsOf(replay).flatMap(({ place, event }) => {
    const seat = rules.failure(event);
    return seat === null ? [] : [{ what: "failure" as const, place, seat, loss: -change(replay, place, seat) }];
  });
  return found.filter(({ loss }) => loss >= WORTH_TELLING).sort((a, b) => b.loss - a.loss);
}

/** What was won, the biggest first. */
function caughtIn(replay: Replay, rules: HighlightRules): (Catch & { place: number })[] {
  const found = eventsOf(replay).flatMap(({ place, event }) => {
    const caught = rules.caught(event, replay);
    return caught ? [{ ...caught, place }] : [];
  });
  return found.sort((a, b) => b.gain - a.gain || b.thing - a.thing);
}

/** Where a game does not say what was won, the changes of the scores do. */
function catches(replay: Replay, rules: HighlightRules): Moment[] {
  const caught = caughtIn(replay, rules);
  const stolen = new Set(thefts(replay, rules).map(({ place }) => place));
  const changes = () =>
    replay.frames.flatMap((_, place) => (place === 0 || stolen.has(place) ? [] : replay.players.map((_, seat) => ({ place, seat, gain: change(replay, place, seat) }))))
      .sort((a, b) => b.gain - a.gain);
  return (caught.length > 0 ? caught : changes()).filter(({ gain }) => gain > WORTH_TELLING).map(({ place, seat, gain }) => ({ what: "catch", place, seat, gain }));
}

/** The game in three moments: the biggest catch, the meanest theft, the bravest deed. Any of them may be missing. */
export interface Story {
  caught: Catch | null;
  theft: TheftMoment | null;
  bravest: Bravery | null;
}

export function storyOf(replay: Replay, rules: HighlightRules): Story {
  const events = eventsOf(replay).map(({ event }) => event);
  return { caught: caughtIn(replay, rules)[0] ?? null, theft: thefts(replay, rules)[0] ?? null, bravest: rules.bravest(events) };
}

/** The margin between the first and the second. */
export function margin(replay: Replay): number {
  const scores = [...(replay.end?.scores ?? [])].sort((a, b) => b - a);
  return (scores[0] ?? 0) - (scores[1] ?? 0);
}

function count(replay: Replay, seatOf: (event: GameEvent) => number | null): number[] {
  const counts = replay.players.map(() => 0);
  for (const { event } of eventsOf(replay)) {
    const seat = seatOf(event);
    if (seat !== null) counts[seat] = (counts[seat] ?? 0) + 1;
  }
  return counts;
}

/** The one seat that has most, if it has enough for a prize and no other has as much. */
function most(counts: readonly (number | null)[], enough: number): { seat: number; count: number } | null {
  const best = Math.max(...counts.map((each) => each ?? -Infinity));
  const seat = counts.indexOf(best);
  return best >= enough && counts.lastIndexOf(best) === seat ? { seat, count: best } : null;
}

/** Prizes, the best first; every player gets one before any player gets two. */
export function awards(replay: Replay, luck: readonly (number | null)[], rules: HighlightRules): Award[] {
  const failed = count(replay, rules.failed);
  const prizes: [what: Award["what"], won: { seat: number; count: number } | null][] = [
    ["thief", most(count(replay, (event) => rules.theft(event, replay)?.seat ?? null), 2)],
    ["unlucky", most(luck.map((each) => each && -each), 1)],
    ["lucky", most(luck, 1)],
    ["victim", most(count(replay, (event) => rules.theft(event, replay)?.victim ?? null), 2)],
    ["failed", most(failed, 3)],
    ["own", most(count(replay, (event) => rules.prize?.seat(event) ?? null), 2)],
    ["steady", most(failed.map((times) => (times === 0 ? 1 : 0)), 1)],
    ["hungry", most(replay.end?.scores.map((score) => (score === 0 ? 1 : 0)) ?? [], 1)],
  ];
  const won = prizes.flatMap(([what, prize]) => (prize ? [{ what, seat: prize.seat, count: prize.count, luck: luck[prize.seat] ?? 0 } as Award] : []));
  const first = won.filter((award, place) => won.findIndex(({ seat }) => seat === award.seat) === place);
  return [...first, ...won.filter((award) => !first.includes(award))].slice(0, MOST_AWARDS);
}
