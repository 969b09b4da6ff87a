// All that the page knows about one table. It is fed by the server's messages alone and holds no rules.
import * as http from "../wire/http";
import { Connection, type LinkState, type Listener } from "../wire/connection";
import type { Position, Wanted } from "../wire/messages";
import type { Ended, Happened, Message, Presence, Refused, SeatInfo, TableInfo, Welcome } from "../wire/types";
import { Seeder } from "./seeder";
import { Seeds } from "./seeds";

/** So many entries of the log are kept for reading. */
const REMEMBERED = 600;

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
  position = $state.raw<Position | null>(null);
  mine = $state.raw<number[]>([]);
  host = $state(false);
  due = $state<number | null>(null);
  ended = $state.raw<Ended | null>(null);
  presence = $state.raw<Presence | null>(null);
  entries = $state.raw<Happened[]>([]);
  /** The newest entry that came while we were looking; nothing that was only caught up with. */
  latest = $state.raw<Happened | null>(null);
  refusal = $state.raw<Refused | null>(null);
  /** Why the table cannot be shown. */
  gone = $state.raw<http.Problem | null>(null);
  /** The id of our move that has not been answered yet. */
  moving = $state<string | null>(null);
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

  constructor(
    readonly code: string,
    { show, seeds = new Seeds(), link }: { show: Show; seeds?: Seeds; link?: (store: TableStore) => Link },
  ) {
    this.#show = show;
    this.#seeds = seeds;
    this.#link = link ? link(this) : new Connection(code, this);
    this.#seeder = new Seeder(seeds, (command) => void this.send(command));
  }

  /** Whether the reader is the one to decide. */
  get myTurn(): boolean {
    const seat = this.position?.to_act;
    return this.table?.phase === "playing" && seat != null && this.mine.includes(seat) && !this.seat(seat)?.bot;
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
    this.#show(() => this.#apply(message), message.type === "happened" && this.#live && moves(message));
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
        return;
      case "presence":
        this.presence = message;
        return;
      case "done":
      case "refused":
        if (message.id === this.moving) this.moving = null;
        // What we were too late for is on the screen by now: there is nothing to explain.
        if (message.type === "refused" && message.code !== "stale") this.refusal = message;
        return;
      case "bye":
        return;
    }
  }

  #happened(entry: Happened): void {
    if (entry.seq <= this.seq) return;
    this.seq = entry.seq;
    this.entries = [...this.entries.slice(1 - REMEMBERED), entry];
    if (!this.#live) return;
    this.table = entry.table ?? this.table;
    this.position = entry.position ?? this.position;
    this.due = entry.due ?? null;
    if (entry.what === "began") this.ended = null;
    this.ended = entry.ended ?? this.ended;
    this.latest = entry;
    this.#tend();
  }

  #welcome(message: Welcome): void {
    this.#live = true;
    this.seq = message.seq;
    this.table = message.table;
    this.mine = message.mine;
    this.host = message.host;
    this.position = message.position ?? null;
    this.due = message.due ?? null;
    this.ended = message.ended ?? null;
    this.ahead = message.now - Date.now();
    this.#tend();
  }

  #tend(): void {
    if (this.table) this.#seeder.tend(this.table, this.mine);
    if (this.table?.phase === "closed") {
      this.close();
      this.linkChanged("gone");
    }
  }
}
