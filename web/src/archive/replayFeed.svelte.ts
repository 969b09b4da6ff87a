// A past game as a feed of the table's views, shown frame by frame.
import type { TableFeed } from "../table/feed";
import type { GameModule } from "../table/gameModule";
import { show } from "../ui/motion";
import type { Position } from "../wire/messages";
import type { Frame, Happened, Replay, SeatInfo, TableInfo } from "../wire/types";

/** Most log entries that are shown beside a table. */
const MOST_ENTRIES = 600;

/** Where a game was played. */
export interface Played {
  code: string;
  number: number;
}

export class ReplayFeed implements TableFeed {
  /** Which frame is shown. */
  place = $state(0);
  /** The seat whose hand is shown; null: all hands lie open. */
  eyes = $state<number | null>(null);
  /** The frame that is about to be shown: the browser may still be capturing the previous one. */
  aim = 0;
  readonly last: number;
  /** The frames that begin a turn (or a round). */
  readonly turns: number[];

  readonly replayed = true;
  readonly acting = null;
  readonly myTurn = false;
  readonly moving = null;
  readonly tried = "";
  readonly coming: readonly Happened[] = [];
  readonly advisor = null;
  readonly live = null;

  constructor(
    readonly past: Replay,
    readonly module: GameModule,
    readonly played: Played = { code: "", number: 1 },
    readonly most = MOST_ENTRIES,
  ) {
    this.last = past.frames.length - 1;
    // After the end of a game the next turn never begins.
    this.turns = turnsOf(past.end ? past.frames.slice(0, -1) : past.frames, module);
  }

  readonly #over = $derived.by(() => this.place === this.last && this.past.end !== null);
  readonly frame = $derived.by(() => this.past.frames[this.place] as Frame);
  readonly mine = $derived.by(() => (this.eyes === null ? [] : [this.eyes]));

  readonly table = $derived.by((): TableInfo => ({
    ...this.played,
    phase: this.#over ? "over" : "playing",
    plan: { game: this.past.game, seats: this.past.players.length },
    chat: false,
    seats: this.past.players,
    host: null,
    setup: this.past.setup,
  }));

  readonly position = $derived.by((): Position => {
    const { hand } = this.module;
    return hand && this.eyes !== null ? hand.seenBy(this.eyes, this.frame) : this.frame.position;
  });

  readonly ended = $derived.by(() => (this.#over && this.past.end ? { ...this.past.end, secret: "" } : null));

  /** All steps as entries of the log; the same objects for the same viewer, so that nothing is announced again. */
  readonly #all = $derived.by(() => this.past.frames.map((frame, place) => this.#entry(frame, place)));

  readonly entries = $derived.by(() => this.#all.slice(Math.max(1, this.place + 1 - this.most), this.place + 1));

  readonly latest = $derived.by(() => this.entries.at(-1) ?? null);

  /** The place of the shown turn among all turns. */
  readonly turn = $derived.by(() => this.#turnAt(this.place));

  get viewpoint(): number | undefined {
    return this.eyes ?? undefined;
  }

  seat(number: number): SeatInfo | null {
    return this.past.players[number] ?? null;
  }

  /** No moves can be made in a past game. */
  move(): void {}

  /** Show a frame. Things move to their places from one frame to the next, but not after a jump. */
  go(to: number): void {
    const place = Math.min(Math.max(to, 0), this.last);
    if (place === this.aim) return;
    const next = place === this.aim + 1;
    this.aim = place;
    show(() => (this.place = place), next);
  }

  step(by: number): void {
    this.go(this.aim + by);
  }

  turnBack(): void {
    const turn = this.#turnAt(this.aim);
    const start = this.turns[turn] ?? 0;
    this.go(this.aim > start ? start : (this.turns[turn - 1] ?? 0));
  }

  turnOn(): void {
    this.go(this.turns[this.#turnAt(this.aim) + 1] ?? this.last);
  }

  #turnAt(place: number): number {
    return Math.max(this.turns.findLastIndex((start) => start <= place), 0);
  }

  /** A frame as an entry of the log, with what the seat whose hand is shown may know. */
  #entry(frame: Frame, place: number): Happened {
    const hidden: readonly string[] = this.module.hand?.privateEvents ?? [];
    const events = (frame.events ?? []).filter((event) => !hidden.includes(event.event) || ("seat" in event && event.seat === this.eyes));
    const about = events.find((event) => "seat" in event);
    return {
      type: "happened",
      seq: place,
      at: frame.step,
      what: "moved",
      seat: frame.seat ?? (about && "seat" in about ? about.seat : null),
      move: frame.move ?? null,
      events,
      chance: frame.chance ?? [],
    };
  }
}

/** The end of a game with its whole log, as a seat sees it; without a seat, with all hands open. */
export function endOf(past: Replay, module: GameModule, seat: number | null): ReplayFeed {
  const feed = new ReplayFeed(past, module, undefined, Infinity);
  feed.place = feed.aim = feed.last;
  feed.eyes = seat;
  return feed;
}

export function turnsOf(frames: readonly Frame[], module: Pick<GameModule, "beginsTurn">): number[] {
  return frames.flatMap((frame, place) => (module.beginsTurn(frame, frames[place - 1]) ? [place] : []));
}
