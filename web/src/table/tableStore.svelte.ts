// A live table: its state from the server's messages, and the commands to the server.
import { Seeds, unheard } from "../fairness/seeds";
import { witness } from "../fairness/witness";
import { Connection, type LinkState, type Listener } from "../wire/connection";
import * as http from "../wire/http";
import type { CommandBody } from "../wire/messages";
import type { Happened, Message, Notice, Presence, Welcome } from "../wire/types";
import { serverAnswers, whyGone } from "./existence";
import type { Advisor, LiveTable } from "./feed";
import type { GameModule } from "./gameModule";
import { type FindModule, Inbox } from "./inbox.svelte";
import "./moveRefusals";
import { remember } from "./myTables";
import { newcomer } from "./newcomer.svelte";
import { Outbox } from "./outbox.svelte";
import { Reactions } from "./reactions.svelte";
import { worthIt } from "./running";
import { Seeder } from "./seeder";
import { ShownTable } from "./shownTable.svelte";
import { Starter } from "./starter";

export type Link = Pick<Connection, "open" | "close" | "restart" | "probe" | "send">;
/** Shows a change: at once, or with the things of the game moving to their new places. */
export type Show = (update: () => void, moves: boolean) => void;

export interface TableStoreOptions {
  show: Show;
  moduleOf: FindModule;
  seeds?: Seeds;
  link?: (store: TableStore) => Link;
}

export class TableStore extends ShownTable implements LiveTable, Listener {
  link = $state<LinkState>("connecting");
  presence = $state.raw<Presence | null>(null);
  /** The last message of the operator. */
  notice = $state.raw<Notice | null>(null);
  /** Why the table cannot be shown. */
  gone = $state.raw<http.Problem | null>(null);
  advisor = $state.raw<Advisor | null>(null);
  /** Whether older entries of the log are being loaded. */
  lookingBack = $state(false);
  readonly reactions = new Reactions();
  readonly live = this;
  readonly replayed = false;
  readonly #link: Link;
  readonly #inbox: Inbox;
  readonly #outbox: Outbox;
  readonly #seeder: Seeder;
  readonly #starter: Starter;
  readonly #seeds: Seeds;
  readonly #show: Show;
  /** Whether entries arrive live, not while catching up. */
  #following = false;
  /** Whether it was remembered that nobody waits for anything here any more. */
  #over = false;

  constructor(
    readonly code: string,
    { show, moduleOf, seeds = new Seeds(), link }: TableStoreOptions,
  ) {
    super();
    this.#show = show;
    this.#seeds = seeds;
    this.#inbox = new Inbox(moduleOf, (message) => this.#take(message));
    this.#link = link ? link(this) : new Connection(code, this);
    this.#outbox = new Outbox((command) => this.#link.send(command));
    this.#seeder = new Seeder(seeds, this.#outbox.send);
    this.#starter = new Starter(this.#seeder, this.#outbox.send);
  }

  /** The game of the table, which is loaded before the table is shown. */
  get module(): GameModule {
    if (!this.#inbox.module) throw new Error("there is no table yet");
    return this.#inbox.module;
  }

  /** Whether the game of the table could not be loaded. */
  get unloaded(): boolean {
    return this.#inbox.unloaded;
  }

  readonly unheard = $derived.by((): readonly number[] => {
    const { table } = this;
    if (!table?.commitments || (table.phase !== "playing" && table.phase !== "over")) return [];
    const given = table.commitments.map((commitment, seat) => (commitment ? { commitment, seed: table.seeds?.[seat] ?? null } : null));
    return unheard(given, this.#seeds);
  });

  get refusal() {
    return this.#outbox.refusal;
  }

  get moving() {
    return this.#outbox.moving;
  }

  get tried() {
    return this.#outbox.tried;
  }

  get unsent(): boolean {
    return this.moving !== null && this.link !== "open";
  }

  open(): void {
    this.#link.open();
  }

  close(): void {
    this.#link.close();
  }

  /** Follow the table under the reader's current name. */
  reconnect(): void {
    this.#link.restart();
  }

  /** The page is visible again: the device may have slept. */
  wake(): void {
    this.#link.probe();
  }

  send(command: CommandBody): string {
    return this.#outbox.send(command);
  }

  /** Make a move, and with it the decision that follows; until it is answered there is no other. */
  move(move: string, then?: string): void {
    if (this.myTurn) this.#outbox.move(this.seq, move, then);
  }

  /** Let the bot that is to act go on at once. */
  hurry(): void {
    this.send({ type: "hurry" });
  }

  /** Throw the dice that were held back. */
  throwDice(): void {
    this.#show(() => newcomer.throwDice(), true);
  }

  /** Take a seat, with our own seed for the game's luck. */
  sit(name: string, seat?: number, portrait?: string): void {
    const chosen = { ...(seat === undefined ? {} : { seat }), ...(portrait ? { portrait } : {}) };
    this.send({ type: "sit", name, commitment: this.#seeds.commit(), ...chosen });
  }

  /** Send a chat message as the player who is looking at the table. */
  say(text: string): void {
    const seat = this.viewpoint;
    this.send({ type: "say", text, ...(seat === undefined ? {} : { seat }) });
  }

  /** Declare ready for another game: the last player to be ready starts it. */
  ready(): void {
    if (this.table) this.#seeder.commit(this.table, this.mine);
  }

  /** Start the game, with bots on the seats that are free and a new seed for our own. */
  start(bots: readonly string[] = []): void {
    this.#starter.start(this.table, this.mine, bots);
  }

  /** Replace a player who does not come back by a bot, between games. */
  replace(seat: number, bot: string): void {
    this.send({ type: "clear", seat });
    this.send({ type: "bot", seat, bot });
  }

  /** Load older entries of the log. If that fails, they can be requested again. */
  async lookBack(): Promise<void> {
    const { earliest } = this.state;
    if (earliest === null || this.lookingBack) return;
    this.lookingBack = true;
    try {
      const { entries } = await http.entriesBefore(this.code, earliest);
      this.state.prepend(entries);
      this.hidePrivateEvents(this.#inbox.module);
    } catch (error) {
      if (!(error instanceof http.Problem)) throw error;
    } finally {
      this.lookingBack = false;
    }
  }

  /** Read the chat again: a player was muted or unmuted. */
  async reread(): Promise<void> {
    // The connection may be to another process, which applies the change at once only to a new connection.
    this.reconnect();
    const first = this.state.entries[0]?.seq ?? 1;
    let before = this.seq + 1;
    try {
      while (before > first) {
        const { entries } = await http.entriesBefore(this.code, before);
        this.state.replaceChat(entries);
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
    this.#inbox.clear();
  }

  async stillThere(): Promise<boolean> {
    const problem = await whyGone(this.code);
    if (problem) this.gone = problem;
    return problem === null;
  }

  isReachable(): Promise<boolean> {
    return serverAnswers(this.code);
  }

  receive(message: Message): void {
    this.#inbox.receive(message);
  }

  /** Try once more to load the game. */
  loadAgain(): void {
    this.#inbox.loadAgain();
  }

  #take(message: Message): void {
    const moves = message.type === "happened" && this.#following && message.position != null && this.module.moves(message.events ?? []);
    if (moves) this.state.announce(message);
    this.#show(() => this.#apply(message), moves);
  }

  #apply(message: Message): void {
    switch (message.type) {
      case "happened":
        return this.#happened(message);
      case "welcome":
        return this.#welcome(message);
      case "you":
        this.state.mine = message.mine;
        this.state.host = message.host;
        this.#rememberTable();
        this.hidePrivateEvents(this.#inbox.module);
        return;
      case "presence":
        this.presence = message;
        return;
      case "notice":
        this.notice = message;
        return;
      case "done":
      case "refused":
        return this.#outbox.answered(message);
      case "bye":
      case "pong":
        return;
    }
  }

  #happened(entry: Happened): void {
    if (!this.state.record(entry)) return;
    this.hidePrivateEvents(this.#inbox.module);
    if (!this.#following) return;
    this.clock.wrote(entry.at);
    this.state.advance(entry);
    this.#positionChanged();
    if (this.table) witness(this.table, this.#seeds.storage, { entry, outcomes: this.module.outcomesIn(entry) });
    if (entry.what === "reacted" && entry.seat != null) this.reactions.add(entry.seat, entry.text, entry.seq);
    this.#tend();
    if (entry.what === "committed") this.#starter.ready(this.table, this.mine, entry.seat);
  }

  #welcome(message: Welcome): void {
    this.#following = true;
    // Messages from before the reader came are not new.
    if (!this.table) this.chatSeen = message.seq;
    this.clock.show(message.now);
    this.state.welcome(message);
    this.hidePrivateEvents(this.#inbox.module);
    this.#positionChanged();
    witness(message.table, this.#seeds.storage);
    this.#rememberTable();
    this.#tend();
  }

  #rememberTable(): void {
    if (!this.table || this.mine.length === 0) return;
    const { game, title } = this.table.plan;
    const over = !worthIt(this.table, this.mine);
    this.#over = over;
    remember({ code: this.code, game, ...(title && { title }), ...(over && { over }) }, this.#seeds.storage);
  }

  #positionChanged(): void {
    if (this.acting !== null) this.device.passTo(this.acting);
  }

  #tend(): void {
    if (this.table) {
      this.#seeder.tend(this.table, this.mine);
      if (!worthIt(this.table, this.mine) !== this.#over) this.#rememberTable();
    }
    if (this.table?.phase === "closed") {
      this.close();
      this.linkChanged("gone");
    }
  }
}
