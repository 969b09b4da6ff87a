// All that the page knows about one table. It is fed by the server's messages alone and holds no rules.
import * as http from "../wire/http";
import { Connection, type LinkState, type Listener } from "../wire/connection";
import type { Position, Wanted } from "../wire/messages";
import type { Ended, Happened, Message, Presence, Refused, SeatInfo, TableInfo, Welcome } from "../wire/types";
import { remember } from "./myTables";
import { witness } from "../fairness/witness";
import { Reactions } from "./reactions.svelte";
import { waitedFor } from "./rematch";
import { Seeder } from "./seeder";
import { Seeds } from "../fairness/seeds";

/** So many entries of the log are kept for reading. */
const REMEMBERED = 600;
/** Refusals that explain themselves: somebody was faster, and that is on the screen by now. */
const UNSAID: readonly string[] = ["stale", "no_seed_wanted"];

/** An entry without the cards that one of several people at this device drew. */
function hushed(entry: Happened): Happened {
  const events = entry.events?.filter((event) => event.event !== "CardsSeen");
  return events && events.length < (entry.events?.length ?? 0) ? { ...entry, events } : entry;
}

export type Link = Pick<Connection, "open" | "close" | "restart" | "send">;
/** Puts a change on the screen: at once, or with the things of the game moving to their new places. */
export type Show = (update: () => void, moves: boolean) => void;

/** Whether things change their places. Dice that are rolled tumble where they are, and at once: nothing is pictured first. */
function moves({ position, events = [] }: Happened): boolean {
  return position != null && events.some(({ event }) => event !== "DiceRolled");
}

export class TableStore implements Listener {
  link = $state<LinkState>("connecting");
  table = $state.raw<TableInfo | null>(null);
  mine = $state.raw<number[]>([]);
  #position = $state.raw<Position | null>(null);
  /** The own seat whose hand lies open, where several people share this device. */
  #uncovered = $state<number | null>(null);
  /** Whether a hand is kept from view, because somebody else may be looking. */
  covered = $derived.by(() => {
    const position = this.#position;
    if (this.mine.length < 2 || position?.game !== "karteneck" || position.seat === null) return false;
    return position.seat !== this.#uncovered || position.to_act !== this.#uncovered;
  });
  /** The game as it may be shown now: what is covered is not in it at all. */
  position = $derived.by((): Position | null => {
    const position = this.#position;
    if (!this.covered || position?.game !== "karteneck") return position;
    return { ...position, seat: null, hand: [], moves: [], layable: [] };
  });
  host = $state(false);
  due = $state<number | null>(null);
  ended = $state.raw<Ended | null>(null);
  presence = $state.raw<Presence | null>(null);
  entries = $state.raw<Happened[]>([]);
  /** The newest entry that came while we were looking; nothing that was only caught up with. */
  latest = $state.raw<Happened | null>(null);
  /** The last entry that was there when somebody looked at the chat. */
  #chatSeen = $state(0);
  unread = $derived(
    this.entries.filter(
      ({ seq, what, seat }) => what === "said" && seq > this.#chatSeen && (seat == null || !this.mine.includes(seat)),
    ).length,
  );
  readonly reactions = new Reactions();
  /** Entries that are about to be shown, so that what they move can be pictured where it still lies. */
  coming = $state.raw<Happened[]>([]);
  refusal = $state.raw<Refused | null>(null);
  /** Why the table cannot be shown. */
  gone = $state.raw<http.Problem | null>(null);
  /** The id of our move that has not been answered yet. */
  moving = $state<string | null>(null);
  /** Whether this is a game of the past, looked at again: there is nothing to do in it. */
  readonly replayed: boolean = false;
  /** Whether the server has this table, so that what remains of its games can be asked for. */
  readonly kept: boolean;
  /** The move that was tried last, in notation. */
  tried = "";
  /** How far the server's clock is ahead of ours, in milliseconds. */
  ahead = 0;
  seq = 0;

  readonly #link: Link;
  readonly #seeder: Seeder;
  readonly #seeds: Seeds;
  readonly #show: Show;
  #live = false;
  #lastActing = $state(-1);
  /** The game after which we have asked for the next one, so that we do it once. */
  #startedAfter = -1;

  constructor(
    readonly code: string,
    { show, seeds = new Seeds(), link }: { show: Show; seeds?: Seeds; link?: (store: TableStore) => Link },
  ) {
    this.#show = show;
    this.kept = link === undefined;
    this.#seeds = seeds;
    this.#link = link ? link(this) : new Connection(code, this);
    this.#seeder = new Seeder(seeds, (command) => void this.send(command));
  }

  /** The own seat that is to decide, if it is one. */
  get acting(): number | null {
    const seat = this.#position?.to_act;
    const mine = this.table?.phase === "playing" && seat != null && this.mine.includes(seat) && !this.seat(seat)?.bot;
    return mine ? seat : null;
  }

  /** Whether the reader is the one to decide. */
  get myTurn(): boolean {
    return this.acting !== null && !this.covered;
  }

  /** Whether our move waits for the connection. */
  get unsent(): boolean {
    return this.moving !== null && this.link !== "open";
  }

  /** The seat that the table is looked at from: our own, and of several the one that is to act or was last. */
  get viewpoint(): number | undefined {
    return this.acting ?? (this.mine.includes(this.#lastActing) ? this.#lastActing : this.mine[0]);
  }

  seat(number: number): SeatInfo | null {
    return this.table?.seats[number] ?? null;
  }

  open(): void {
    this.#link.open();
  }

  close(): void {
    this.#link.close();
  }

  /** Follow the table under the name that one has now. */
  reconnect(): void {
    this.#link.restart();
  }

  send(wanted: Wanted): string {
    this.refusal = null;
    return this.#link.send(wanted);
  }

  /** Make a move against what is on the screen; until it is answered there is no other. */
  move(move: string): void {
    if (!this.myTurn || this.moving) return;
    this.tried = move;
    this.moving = this.send({ type: "move", seq: this.seq, move });
  }

  /** Take a seat, with a seed of our own for the dice. */
  sit(name: string, seat?: number): void {
    this.send({ type: "sit", name, commitment: this.#seeds.commit(), ...(seat === undefined ? {} : { seat }) });
  }

  /** Say something, as the one who is looking at the table. */
  say(text: string): void {
    const seat = this.viewpoint;
    this.send({ type: "say", text, ...(seat === undefined ? {} : { seat }) });
  }

  /** Turn up the hand of whoever is to act: the device is in the right hands. */
  uncover(): void {
    this.#uncovered = this.acting;
  }

  /** Say that the chat has been read up to now. */
  readChat(): void {
    this.#chatSeen = this.seq;
  }

  /** Be ready for another game: the last one who is starts it. */
  ready(): void {
    if (this.table) this.#seeder.commit(this.table, this.mine);
  }

  /** Start the game, with bots on the seats that are free and a new seed for our own. */
  start(bots: readonly string[] = []): void {
    this.table?.seats.forEach((holder, seat) => {
      const bot = bots[seat % bots.length];
      if (!holder && bot) this.send({ type: "bot", seat, bot });
    });
    this.#startedAfter = this.table?.number ?? 0;
    this.ready();
    this.send({ type: "start" });
  }

  /** Put a bot in the place of somebody who does not come back, between games. */
  replace(seat: number, bot: string): void {
    this.send({ type: "clear", seat });
    this.send({ type: "bot", seat, bot });
  }

  linkChanged(state: LinkState): void {
    this.link = state;
    if (state !== "open") this.#live = false;
  }

  async stillThere(): Promise<boolean> {
    try {
      await http.table(this.code);
      return true;
    } catch (error) {
      if (!(error instanceof http.Problem) || ![400, 404].includes(error.status)) return true;
      this.gone = error;
      return false;
    }
  }

  receive(message: Message): void {
    const flies = message.type === "happened" && this.#live && moves(message);
    if (flies) this.coming = [...this.coming, message];
    this.#show(() => this.#apply(message), flies);
  }

  #apply(message: Message): void {
    switch (message.type) {
      case "happened":
        return this.#happened(message);
      case "welcome":
        return this.#welcome(message);
      case "you":
        this.mine = message.mine;
        this.host = message.host;
        if (this.mine.length > 0) remember(this.code, this.#seeds.storage);
        this.#hush();
        return;
      case "presence":
        this.presence = message;
        return;
      case "done":
      case "refused":
        if (message.id === this.moving) this.moving = null;
        // What we were too late for is on the screen by now: there is nothing to explain.
        if (message.type === "refused" && !UNSAID.includes(message.code)) this.refusal = message;
        return;
      case "bye":
        return;
    }
  }

  #happened(entry: Happened): void {
    this.coming = this.coming.filter((each) => each !== entry);
    if (entry.seq <= this.seq) return;
    this.seq = entry.seq;
    this.entries = [...this.entries.slice(1 - REMEMBERED), this.mine.length > 1 ? hushed(entry) : entry];
    if (!this.#live) return;
    this.table = entry.table ?? this.table;
    this.#setPosition(entry.position ?? this.#position);
    this.due = entry.due ?? null;
    if (entry.what === "began") this.ended = null;
    this.ended = entry.ended ?? this.ended;
    if (this.table) witness(this.table, this.#seeds.storage, entry);
    this.latest = this.entries.at(-1) ?? entry;
    if (entry.what === "reacted" && entry.seat != null) this.reactions.add(entry.seat, entry.text, entry.seq);
    this.#tend();
    if (entry.what === "committed") this.#startIfLast(entry.seat);
  }

  #welcome(message: Welcome): void {
    this.#live = true;
    // Whatever was said before one came is nothing new.
    if (!this.table) this.#chatSeen = message.seq;
    this.seq = message.seq;
    this.table = message.table;
    this.mine = message.mine;
    this.host = message.host;
    this.#hush();
    this.#setPosition(message.position ?? null);
    this.due = message.due ?? null;
    this.ended = message.ended ?? null;
    witness(this.table, this.#seeds.storage);
    if (this.mine.length > 0) remember(this.code, this.#seeds.storage);
    this.ahead = message.now - Date.now();
    this.#tend();
  }

  #setPosition(position: Position | null): void {
    this.#position = position;
    const acting = this.acting;
    if (acting === null) return;
    this.#lastActing = acting;
    // The device goes on to somebody else.
    if (acting !== this.#uncovered) this.#uncovered = null;
  }

  /** With several people at one device nobody reads in the log what another one drew. */
  #hush(): void {
    if (this.mine.length > 1) this.entries = this.entries.map(hushed);
  }

  /** All are ready, and it was one of ours who came last: exactly one page starts the next game. */
  #startIfLast(seat: number | null | undefined): void {
    const table = this.table;
    if (table?.phase !== "over" || seat == null || !this.mine.includes(seat)) return;
    if (this.#startedAfter === table.number) return;
    if (table.seats.every((holder) => holder !== null) && waitedFor(table).length === 0) this.send({ type: "start" });
  }

  #tend(): void {
    if (this.table) this.#seeder.tend(this.table, this.mine);
    if (this.table?.phase === "closed") {
      this.close();
      this.linkChanged("gone");
    }
  }
}
