// One table's WebSocket: it reconnects automatically, misses no entry, and has every command executed exactly once.
import { isHere } from "../offline/reach.svelte";
import { connectHere } from "./hereSocket";
import { newId, type CommandBody } from "./messages";
import type { Command, Done, Message, Refused } from "./types";

export type LinkState = "connecting" | "open" | "lost" | "gone";

/** The user of a connection. */
export interface Listener {
  /** The last entry that has been seen. */
  readonly seq: number;
  receive(message: Message): void;
  linkChanged(state: LinkState): void;
  /** Whether to try again, asked after a connection that was never opened. */
  stillThere(): Promise<boolean>;
  /** Whether the server answers at all. */
  isReachable(): Promise<boolean>;
}

export type Socket = Pick<WebSocket, "send" | "close" | "onopen" | "onmessage" | "onclose">;

/** All times in milliseconds. */
const FIRST_DELAY = 250;
/** Between attempts to connect; longer only after a long outage, when nobody is likely to be waiting. */
const USUAL_DELAY = 2000;
const LONGEST_DELAY = 8000;
const LONG_OUTAGE = 60_000;
/** Time for a connection to open, and for its first message; after that it is given up. */
const HANDSHAKE = 5000;
/**
 * How often the server is asked meanwhile whether it is reachable, and how much later than that answer a connection may open.
 * Each further attempt gets twice that time: a busy server answers this request long before it opens a table.
 */
const KNOCK = 300;
const GRACE = 300;
/** Time without an answer to a command after which the connection counts as dead. */
const PATIENCE = 6000;
/** Time of silence after which a ping is sent. */
const SILENCE = 10_000;
/** Time for the answer to a ping; shorter when the page becomes visible again, because the connection is often dead then. */
const ANSWER = 5000;
const QUICK_ANSWER = 1500;
/** Delay before a command is sent again that the server could not store. */
const STORE_DELAY = 1000;

/** In place of the id of a command. */
const PING = "ping";

/** Refusals after which it is unknown whether the command was executed. */
const UNSURE: readonly string[] = ["not_kept", "store_failed"];

/** Whether a refused command is sent again automatically, under the same id. */
export const isSentAgain = ({ code }: Refused) => UNSURE.includes(code);

export class Connection {
  #socket: Socket | null = null;
  #welcomed = false;
  #closed = false;
  #checking = false;
  #delay = FIRST_DELAY;
  #grace = GRACE;
  #lostAt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** While a connection is being opened: when it is given up, and when the server is asked next. */
  #late: ReturnType<typeof setTimeout> | undefined;
  #knock: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setTimeout> | undefined;
  /** In the order of sending: they are sent again, under the same ids, until they are answered. */
  readonly #unanswered = new Map<string, Command>();
  /** The ids of commands sent on this connection and not answered yet, in order: answers arrive in the same order. */
  #awaited: string[] = [];

  constructor(
    readonly code: string,
    readonly listener: Listener,
    readonly connect: (url: string) => Socket = isHere(code) ? connectHere : (url) => new WebSocket(url),
  ) {}

  open(): void {
    this.#closed = false;
    this.#lostAt = Date.now();
    this.#dial();
  }

  close(): void {
    this.#closed = true;
    this.#drop();
  }

  /** Reconnect at once: the reader has another name now, or the network is back. */
  restart(): void {
    if (this.#closed) return;
    this.#drop();
    this.#delay = FIRST_DELAY;
    this.#grace = GRACE;
    this.open();
  }

  /** Check soon whether the connection still works: the page was hidden. */
  probe(): void {
    if (this.#closed) return;
    if (this.#welcomed) this.#ask(QUICK_ANSWER);
    else this.restart();
  }

  /** Send a command, now or as soon as there is a connection, and return its id. */
  send(wanted: CommandBody): string {
    const command: Command = { ...wanted, id: newId() };
    this.#unanswered.set(command.id, command);
    if (this.#welcomed) this.#transmit(command);
    return command.id;
  }

  #url(): string {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    // A first visit needs only the current game.
    const wanted = this.listener.seq > 0 ? `since=${this.listener.seq}` : "from=game";
    return `${scheme}://${location.host}/ws/${encodeURIComponent(this.code)}?${wanted}`;
  }

  #dial(): void {
    clearTimeout(this.#retry);
    const socket = this.connect(this.#url());
    this.#socket = socket;
    let opened = false;
    const waits = () => {
      clearTimeout(this.#late);
      this.#late = setTimeout(() => this.#ended(socket, opened), HANDSHAKE);
    };
    socket.onopen = () => {
      opened = true;
      this.#stopKnocking();
      waits();
    };
    socket.onmessage = ({ data }) => this.#socket === socket && this.#receive(JSON.parse(String(data)) as Message);
    socket.onclose = () => this.#ended(socket, opened);
    waits();
    this.#knockAfter(socket);
  }

  /**
   * While a connection is being opened, ask whether the server is reachable: data sent into a dead network is not delivered when
   * the network returns. If a later request was answered, the connection is lost. Browsers open only one at a time.
   */
  #knockAfter(socket: Socket): void {
    this.#knock = setTimeout(() => {
      this.#knockAfter(socket);
      void this.listener.isReachable().then((there) => {
        if (there) setTimeout(() => this.#knock !== undefined && this.#ended(socket, false), this.#grace);
      });
    }, KNOCK);
  }

  #stopKnocking(): void {
    clearTimeout(this.#knock);
    this.#knock = undefined;
  }

  /** A message arrived: the connection is open. */
  #isMade(): void {
    clearTimeout(this.#late);
    this.#stopKnocking();
  }

  #receive(message: Message): void {
    this.#isMade();
    this.#listen();
    if (message.type === "pong") {
      this.#strike(PING);
      return;
    }
    if (message.type === "done" || message.type === "refused") {
      const id = message.id ?? this.#awaited[0] ?? "";
      this.#strike(id);
      // A server of an older version, during an update, does not know pings; but it has answered.
      if (id === PING) return;
      message = this.#answered(message, id);
    }
    this.listener.receive(message);
    if (message.type === "welcome") {
      this.#welcomed = true;
      this.#delay = FIRST_DELAY;
      this.#grace = GRACE;
      this.listener.linkChanged("open");
      for (const command of this.#unanswered.values()) this.#transmit(command);
    }
  }

  /** An answer arrived: everything sent before it was answered as well, or never will be. */
  #strike(id: string): void {
    this.#awaited.splice(0, this.#awaited.indexOf(id) + 1);
  }

  /** Note an answer, and return it with the id of its command: a refusal of an unreadable command has none. */
  #answered(answer: Done | Refused, id: string): Done | Refused {
    const command = this.#unanswered.get(id);
    if (command && answer.type === "refused" && isSentAgain(answer)) {
      const socket = this.#socket;
      setTimeout(() => this.#socket === socket && this.#unanswered.has(id) && this.#transmit(command), STORE_DELAY);
    } else this.#unanswered.delete(id);
    this.#guard();
    return { ...answer, id };
  }

  #transmit(command: Command): void {
    this.#socket?.send(JSON.stringify(command));
    this.#awaited.push(command.id);
    this.#guard();
  }

  #guard(): void {
    clearTimeout(this.#watch);
    if (this.#unanswered.size > 0) this.#watch = setTimeout(() => this.#giveUp(), PATIENCE);
  }

  /** A message arrived: send a ping only after some silence. */
  #listen(): void {
    clearTimeout(this.#pulse);
    this.#pulse = setTimeout(() => this.#ask(ANSWER), SILENCE);
  }

  #ask(patience: number): void {
    clearTimeout(this.#pulse);
    this.#socket?.send(JSON.stringify({ type: "ping" }));
    this.#awaited.push(PING);
    this.#pulse = setTimeout(() => this.#giveUp(), patience);
  }

  #giveUp(): void {
    this.listener.linkChanged("lost");
    this.restart();
  }

  /** A connection was closed, or was silent for too long. */
  #ended(socket: Socket, opened: boolean): void {
    if (this.#socket !== socket) return;
    if (this.#welcomed) this.#lostAt = Date.now();
    this.#drop();
    if (this.#closed) return;
    this.listener.linkChanged("lost");
    if (!opened) void this.#check();
    // Spread out, so that not all clients reconnect in the same moment after a restart of the server.
    this.#retry = setTimeout(() => this.#dial(), this.#delay * (0.5 + Math.random() / 2));
    const longest = Date.now() - this.#lostAt < LONG_OUTAGE ? USUAL_DELAY : LONGEST_DELAY;
    this.#delay = Math.min(2 * this.#delay, longest);
    this.#grace = Math.min(2 * this.#grace, HANDSHAKE);
  }

  /** Ask whether there is still something to connect to. A refused WebSocket does not say why, plain HTTP does. */
  async #check(): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    const there = await this.listener.stillThere();
    this.#checking = false;
    if (there || this.#closed || this.#welcomed) return;
    this.close();
    this.listener.linkChanged("gone");
  }

  #drop(): void {
    this.#isMade();
    clearTimeout(this.#retry);
    clearTimeout(this.#watch);
    clearTimeout(this.#pulse);
    const socket = this.#socket;
    this.#socket = null;
    this.#welcomed = false;
    this.#awaited = [];
    socket?.close();
  }
}
