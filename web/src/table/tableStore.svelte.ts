// A live table: what the server's messages say about it, and the commands that go back.
import { Seeds, unheard } from "../fairness/seeds";
import { witness } from "../fairness/witness";
import { Connection, isSentAgain, type LinkState, type Listener } from "../wire/connection";
import * as http from "../wire/http";
import type { CommandBody, Position } from "../wire/messages";
import type { Done, Happened, Message, Notice, Presence, Refused, SeatInfo, Welcome } from "../wire/types";
import type { Advisor, LiveTable } from "./feed";
import type { GameModule } from "./gameModule";
import { remember } from "./myTables";
import { newcomer } from "./newcomer.svelte";
import { Reactions } from "./reactions.svelte";
import { waitedFor } from "./rematch";
import { Seeder } from "./seeder";
import { TableState } from "./tableState.svelte";

/** Refusals that are not shown: somebody was faster, and that is on the screen by now. */
const SILENT: readonly string[] = ["stale", "no_seed_wanted"];

/** Milliseconds for the server to say whether there is such a table. */
const CHECK = 5000;
/** Milliseconds for the server to answer at all, asked again and again: some of a browser's own connections may be dead. */
const REPLY = 1500;

export type Link = Pick<Connection, "open" | "close" | "restart" | "probe" | "send">;
/** Puts a change on the screen: at once, or with the things of the game moving to their new places. */
export type Show = (update: () => void, moves: boolean) => void;

export interface TableStoreOptions {
  show: Show;
  /** Finds a game, or loads it first. */
  moduleOf: (game: string) => GameModule | Promise<GameModule>;
  seeds?: Seeds;
  link?: (store: TableStore) => Link;
}

export class TableStore implements LiveTable, Listener {
  link = $state<LinkState>("connecting");
  presence = $state.raw<Presence | null>(null);
  /** The last message of the operator. */
  notice = $state.raw<Notice | null>(null);
  refusal = $state.raw<Refused | null>(null);
  /** Why the table cannot be shown. */
  gone = $state.raw<http.Problem | null>(null);
  /** Whether the game of the table could not be loaded. */
  unloaded = $state(false);
  moving = $state<string | null>(null);
  advisor = $state.raw<Advisor | null>(null);
  /** Whether older entries of the log are on their way. */
  lookingBack = $state(false);
  tried = "";
  readonly reactions = new Reactions();
  readonly live = this;
  readonly replayed = false;
  readonly #state = new TableState();
  /** The own seat whose hand lies open, where several people share this device. */
  #uncovered = $state<number | null>(null);
  /** The last entry that was there when somebody looked at the chat. */
  #chatSeen = $state(0);
  #lastActing = $state(-1);
  readonly #link: Link;
  readonly #seeder: Seeder;
  readonly #seeds: Seeds;
  readonly #show: Show;
  readonly #moduleOf: TableStoreOptions["moduleOf"];
  #module = $state.raw<GameModule | null>(null);
  /** Messages that wait for their game to be loaded. */
  #waiting: Message[] = [];
  /** Whether entries arrive as they happen, not to catch up. */
  #following = false;
  /** How far the server's clock is ahead of ours, in milliseconds. */
  #ahead = 0;
  /** The game after which we have asked for the next one, so that we do it once. */
  #startedAfter = -1;

  constructor(
    readonly code: string,
    { show, moduleOf, seeds = new Seeds(), link }: TableStoreOptions,
  ) {
    this.#show = show;
    this.#moduleOf = moduleOf;
    this.#seeds = seeds;
    this.#link = link ? link(this) : new Connection(code, this);
    this.#seeder = new Seeder(seeds, (command) => void this.send(command));
  }

  /** The game of the table, which is there before the table is. */
  get module(): GameModule {
    if (!this.#module) throw new Error("there is no table yet");
    return this.#module;
  }

  /** Whether a hand is kept from view, because somebody else may be looking. */
  readonly covered = $derived.by(() => {
    const { position, mine } = this.#state;
    const seat = position && this.module.hand?.seatIn(position);
    if (mine.length < 2 || seat == null) return false;
    return seat !== this.#uncovered || position?.to_act !== this.#uncovered;
  });

  /** Newcomers throw their first dice themselves: the position before that. */
  readonly unthrown = $derived.by((): Position | null => {
    const { position } = this.#state;
    return position && newcomer.throws && this.acting !== null ? (this.module.unthrown?.(position) ?? null) : null;
  });

  readonly position = $derived.by((): Position | null => {
    const { position } = this.#state;
    if (this.unthrown) return this.unthrown;
    return position && this.covered ? (this.module.hand?.covered(position) ?? position) : position;
  });

  readonly unread = $derived.by(() => {
    const fromOthers = ({ what, seat, muted }: Happened) => what === "said" && !muted && (seat == null || !this.mine.includes(seat));
    return this.entries.filter((entry) => entry.seq > this.#chatSeen && fromOthers(entry)).length;
  });

  get seq() {
    return this.#state.seq;
  }

  get table() {
    return this.#state.table;
  }

  get mine() {
    return this.#state.mine;
  }

  get host() {
    return this.#state.host;
  }

  get ended() {
    return this.#state.ended;
  }

  /** Nothing is told about dice that have not been thrown. */
  readonly entries = $derived.by((): readonly Happened[] => {
    const { entries } = this.#state;
    const roll = this.unthrown ? entries.findLast((entry) => this.module.outcomesIn(entry).length > 0) : undefined;
    return roll ? entries.filter((entry) => entry !== roll) : entries;
  });

  get latest() {
    return this.unthrown ? null : this.#state.latest;
  }

  get hasEarlier(): boolean {
    return this.#state.earliest !== null;
  }

  get coming() {
    return this.#state.coming;
  }

  get due(): number | null {
    return this.#state.due === null ? null : this.#state.due - this.#ahead;
  }

  get acting(): number | null {
    const seat = this.#state.position?.to_act;
    const mine = this.table?.phase === "playing" && seat != null && this.mine.includes(seat) && !this.seat(seat)?.bot;
    return mine ? seat : null;
  }

  get myTurn(): boolean {
    return this.acting !== null && !this.covered;
  }

  readonly unheard = $derived.by((): readonly number[] => {
    const { table } = this;
    if (!table?.commitments || (table.phase !== "playing" && table.phase !== "over")) return [];
    const given = table.commitments.map((commitment, seat) => (commitment ? { commitment, seed: table.seeds?.[seat] ?? null } : null));
    return unheard(given, this.#seeds);
  });

  get unsent(): boolean {
    return this.moving !== null && this.link !== "open";
  }

  /** Our own seat, and of several the one that is to act or was last. */
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

  /** Follow the table under the reader's present name. */
  reconnect(): void {
    this.#link.restart();
  }

  /** The page is looked at again: it may have slept. */
  wake(): void {
    this.#link.probe();
  }

  send(command: CommandBody): string {
    this.refusal = null;
    return this.#link.send(command);
  }

  /** Make a move, and with it the decision that follows; until it is answered there is no other. */
  move(move: string, then?: string): void {
    if (!this.myTurn || this.moving) return;
    this.tried = then ?? move;
    this.moving = this.send({ type: "move", seq: this.seq, move, ...(then === undefined ? {} : { then }) });
  }

  /** Let the bot that is to act go on at once. */
  hurry(): void {
    this.send({ type: "hurry" });
  }

  /** Throw the dice that were held back. */
  throwDice(): void {
    this.#show(() => newcomer.throwDice(), true);
  }

  /** Take a seat, with a seed of our own for the game's luck. */
  sit(name: string, seat?: number, portrait?: string): void {
    const chosen = { ...(seat === undefined ? {} : { seat }), ...(portrait ? { portrait } : {}) };
    this.send({ type: "sit", name, commitment: this.#seeds.commit(), ...chosen });
  }

  /** Say something, as the player who is looking at the table. */
  say(text: string): void {
    const seat = this.viewpoint;
    this.send({ type: "say", text, ...(seat === undefined ? {} : { seat }) });
  }

  /** Show the hand of the player to act: the device is in the right hands. */
  uncover(): void {
    this.#uncovered = this.acting;
  }

  /** Mark the chat as read up to now. */
  readChat(): void {
    this.#chatSeen = this.seq;
  }

  /** Be ready for another game: the last player who is starts it. */
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

  /** Put a bot in the place of a player who does not come back, between games. */
  replace(seat: number, bot: string): void {
    this.send({ type: "clear", seat });
    this.send({ type: "bot", seat, bot });
  }

  /** Get older entries of the log. Where that fails, they can be asked for again. */
  async lookBack(): Promise<void> {
    const { earliest } = this.#state;
    if (earliest === null || this.lookingBack) return;
    this.lookingBack = true;
    try {
      const { entries } = await http.entriesBefore(this.code, earliest);
      this.#state.prepend(entries);
      this.#hidePrivateEvents();
    } catch (error) {
      if (!(error instanceof http.Problem)) throw error;
    } finally {
      this.lookingBack = false;
    }
  }

  /** Read again what was said: somebody was muted, or is not any more. */
  async reread(): Promise<void> {
    // The connection may be one to another process, which knows of it only when we come anew.
    this.reconnect();
    const first = this.#state.entries[0]?.seq ?? 1;
    let before = this.seq + 1;
    try {
      while (before > first) {
        const { entries } = await http.entriesBefore(this.code, before);
        this.#state.replaceChat(entries);
        before = entries[0]?.seq ?? 0;
      }
    } catch (error) {
      if (!(error instanceof http.Problem)) throw error;
    }
  }

  linkChanged(state: LinkState): void {
    this.link = state;
    if (state === "open") return;
    this.#following = false;
    // The next connection brings again what was not taken.
    this.#waiting = [];
  }

  async stillThere(): Promise<boolean> {
    try {
      await http.table(this.code, http.within(CHECK));
      return true;
    } catch (error) {
      if (!(error instanceof http.Problem) || ![400, 404].includes(error.status)) return true;
      this.gone = error;
      return false;
    }
  }

  isReachable(): Promise<boolean> {
    return http.isReachable(REPLY);
  }

  receive(message: Message): void {
    if (this.#waiting.push(message) === 1) this.#go();
  }

  /** Try once more to load the game. */
  loadAgain(): void {
    if (this.unloaded) this.#go();
  }

  /** Take the messages one after the other. The first that names a game waits until that is loaded. */
  #go(): void {
    this.unloaded = false;
    for (let message = this.#waiting[0]; message; message = this.#waiting[0]) {
      const module = this.#gameIn(message);
      if (module instanceof Promise) {
        module.then(() => this.#go(), () => (this.unloaded = true));
        return;
      }
      this.#module = module;
      this.#waiting.shift();
      this.#take(message);
    }
  }

  /** The game that is on the table with a message. */
  #gameIn(message: Message): GameModule | null | Promise<GameModule> {
    const named = message.type === "welcome" || message.type === "happened" ? message.table?.plan.game : undefined;
    return named === undefined || named === this.#module?.name ? this.#module : this.#moduleOf(named);
  }

  #take(message: Message): void {
    const moves = message.type === "happened" && this.#following && message.position != null && this.module.moves(message.events ?? []);
    if (moves) this.#state.announce(message);
    this.#show(() => this.#apply(message), moves);
  }

  #apply(message: Message): void {
    switch (message.type) {
      case "happened":
        return this.#happened(message);
      case "welcome":
        return this.#welcome(message);
      case "you":
        this.#state.mine = message.mine;
        this.#state.host = message.host;
        this.#rememberTable();
        this.#hidePrivateEvents();
        return;
      case "presence":
        this.presence = message;
        return;
      case "notice":
        this.notice = message;
        return;
      case "done":
      case "refused":
        return this.#answered(message);
      case "bye":
      case "pong":
        return;
    }
  }

  #answered(answer: Done | Refused): void {
    // What could not be stored is sent again by itself, and what was said about that is over when it is done.
    if (answer.type === "done" && this.refusal?.id === answer.id) this.refusal = null;
    if (answer.type === "refused" && !SILENT.includes(answer.code)) this.refusal = answer;
    if (answer.id === this.moving && !(answer.type === "refused" && isSentAgain(answer))) this.moving = null;
  }

  #happened(entry: Happened): void {
    if (!this.#state.record(entry)) return;
    this.#hidePrivateEvents();
    if (!this.#following) return;
    this.#state.advance(entry);
    this.#positionChanged();
    if (this.table) witness(this.table, this.#seeds.storage, { entry, outcomes: this.module.outcomesIn(entry) });
    if (entry.what === "reacted" && entry.seat != null) this.reactions.add(entry.seat, entry.text, entry.seq);
    this.#tend();
    if (entry.what === "committed") this.#startIfLast(entry.seat);
  }

  #welcome(message: Welcome): void {
    this.#following = true;
    // What was said before the reader came is not new.
    if (!this.table) this.#chatSeen = message.seq;
    this.#state.welcome(message);
    this.#hidePrivateEvents();
    this.#positionChanged();
    witness(message.table, this.#seeds.storage);
    this.#rememberTable();
    this.#ahead = message.now - Date.now();
    this.#tend();
  }

  #rememberTable(): void {
    if (this.mine.length > 0) remember(this.code, this.#seeds.storage);
  }

  #positionChanged(): void {
    const { acting } = this;
    if (acting === null) return;
    this.#lastActing = acting;
    // The device goes on to somebody else.
    if (acting !== this.#uncovered) this.#uncovered = null;
  }

  /** With several people at one device nobody reads in the log what another player drew. */
  #hidePrivateEvents(): void {
    const hidden: readonly string[] = this.#module?.hand?.privateEvents ?? [];
    if (this.mine.length < 2 || hidden.length === 0) return;
    this.#state.entries = this.entries.map((entry) => {
      const events = entry.events?.filter(({ event }) => !hidden.includes(event));
      return events && events.length < (entry.events?.length ?? 0) ? { ...entry, events } : entry;
    });
  }

  /** All are ready, and it was one of ours who came last: exactly one page starts the next game. */
  #startIfLast(seat: number | null | undefined): void {
    const { table } = this;
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
