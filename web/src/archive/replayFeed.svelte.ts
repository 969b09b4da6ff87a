// A game of the past in the clothes of a table: the views draw it as they draw any other.
import { TableStore } from "../table/tableStore.svelte";
import { show } from "../ui/motion";
import type { Link } from "../table/tableStore.svelte";
import type { Frame, Happened, Replay, TableInfo } from "../wire/types";

const NOWHERE: Link = { open() {}, close() {}, restart() {}, send: () => "" };
/** So many entries are enough to read. */
const TOLD = 600;

export class PastStore extends TableStore {
  override readonly replayed = true;
  /** Which frame is shown. */
  place = $state(0);
  /** Through whose eyes one looks; null for nobody's: all hands lie open. */
  eyes = $state<number | null>(null);
  /** The frame that is about to be shown: the browser may still be taking a picture of the one before. */
  aim = 0;
  readonly last: number;
  /** The frames that begin a turn, or in Karteneck a round. */
  readonly turns: number[];
  readonly #table: TableInfo;

  constructor(
    readonly past: Replay,
    code: string,
    number: number,
  ) {
    super(code, { show, link: () => NOWHERE });
    this.last = past.frames.length - 1;
    // Where a game ends, the turn that would come next never begins.
    this.turns = turnsOf(past.end ? past.frames.slice(0, -1) : past.frames);
    this.#table = {
      code,
      phase: "playing",
      plan: { game: past.game, seats: past.players.length },
      chat: false,
      seats: past.players,
      host: null,
      number,
      setup: past.setup,
    };
    this.link = "open";
    this.#put(0);
  }

  override get myTurn(): boolean {
    return false;
  }

  get frame(): Frame {
    return this.past.frames[this.place] as Frame;
  }

  /** The turn that the frame belongs to: its place among the turns. */
  get turn(): number {
    return this.#turnAt(this.place);
  }

  override move(): void {}

  /** Show a frame. From one to the next things move to their places; whoever jumps wants to be there at once. */
  go(to: number): void {
    const place = Math.min(Math.max(to, 0), this.last);
    if (place === this.aim) return;
    const next = place === this.aim + 1;
    this.aim = place;
    show(() => this.#put(place), next);
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

  look(eyes: number | null): void {
    this.eyes = eyes;
    this.#put(this.place);
  }

  /** What a frame tells, as the one through whose eyes we look would hear it. */
  entry(place: number): Happened {
    const { step, move, seat, events = [] } = this.past.frames[place] as Frame;
    const known = events.filter((event) => event.event !== "CardsSeen" || event.seat === this.eyes);
    const about = known.find((event) => "seat" in event);
    return {
      type: "happened",
      seq: place,
      at: step,
      what: "moved",
      seat: seat ?? (about && "seat" in about ? about.seat : null),
      move: move ?? null,
      events: known,
    };
  }

  #put(place: number): void {
    const { position, hands = [] } = this.past.frames[place] as Frame;
    const over = place === this.last && this.past.end !== null;
    this.place = place;
    this.seq = place;
    this.mine = this.eyes === null ? [] : [this.eyes];
    this.table = { ...this.#table, phase: over ? "over" : "playing" };
    this.position =
      position.game === "karteneck" && this.eyes !== null
        ? { ...position, seat: this.eyes, hand: hands[this.eyes] ?? [] }
        : position;
    this.ended = over && this.past.end ? { ...this.past.end, secret: "" } : null;
    const first = Math.max(1, place + 1 - TOLD);
    this.entries = Array.from({ length: place + 1 - first }, (_, offset) => this.entry(first + offset));
    this.latest = this.entries.at(-1) ?? null;
  }
}

export function turnsOf(frames: readonly Frame[]): number[] {
  const begins = (frame: Frame, before: Frame | undefined) =>
    frame.position.game === "karteneck"
      ? (frame.events ?? []).some((event) => event.event === "GrillLaidOut")
      : frame.position.turn_of !== before?.position.turn_of;
  return frames.flatMap((frame, place) => (begins(frame, frames[place - 1]) ? [place] : []));
}
