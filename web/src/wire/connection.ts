// One table's WebSocket: it reconnects by itself, misses no entry, and has every command executed exactly once.
import { newId, type CommandBody } from "./messages";
import type { Command, Message } from "./types";

export type LinkState = "connecting" | "open" | "lost" | "gone";

/** The user of a connection. */
export interface Listener {
  /** The last entry that has been seen. */
  readonly seq: number;
  receive(message: Message): void;
  linkChanged(state: LinkState): void;
  /** Whether to try again, asked after a connection that was never opened. */
  stillThere(): Promise<boolean>;
}

type Socket = Pick<WebSocket, "send" | "close" | "onopen" | "onmessage" | "onclose">;

const FIRST_DELAY = 250;
const LONGEST_DELAY = 8000;
/** Milliseconds without an answer to a command after which the connection counts as dead. */
const PATIENCE = 6000;

export class Connection {
  #socket: Socket | null = null;
  #welcomed = false;
  #closed = false;
  #delay = FIRST_DELAY;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;
  /** In the order of sending: they are sent again, under the same ids, until they are answered. */
  readonly #unanswered = new Map<string, Command>();

  constructor(
    readonly code: string,
    readonly listener: Listener,
    readonly connect: (url: string) => Socket = (url) => new WebSocket(url),
  ) {}

  open(): void {
    this.#closed = false;
    clearTimeout(this.#retry);
    this.#welcomed = false;
    let opened = false;
    const socket = this.connect(this.#url());
    this.#socket = socket;
    socket.onopen = () => (opened = true);
    socket.onmessage = ({ data }) => this.#socket === socket && this.#receive(JSON.parse(String(data)) as Message);
    socket.onclose = () => this.#socket === socket && void this.#lost(opened);
  }

  close(): void {
    this.#closed = true;
    this.#drop();
  }

  /** Connect anew at once: the reader has another name now, or the network is back. */
  restart(): void {
    if (this.#closed) return;
    this.#drop();
    this.#delay = FIRST_DELAY;
    this.open();
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
    // A first visit needs no more than the current game.
    const wanted = this.listener.seq > 0 ? `since=${this.listener.seq}` : "from=game";
    return `${scheme}://${location.host}/ws/${encodeURIComponent(this.code)}?${wanted}`;
  }

  #receive(message: Message): void {
    if (message.type === "done" || message.type === "refused") {
      // A command that could not be read has no id; answers come in order, so it was the oldest.
      this.#unanswered.delete(message.id ?? this.#unanswered.keys().next().value ?? "");
      this.#guard();
    }
    this.listener.receive(message);
    if (message.type === "welcome") {
      this.#welcomed = true;
      this.#delay = FIRST_DELAY;
      this.listener.linkChanged("open");
      for (const command of this.#unanswered.values()) this.#transmit(command);
    }
  }

  #transmit(command: Command): void {
    this.#socket?.send(JSON.stringify(command));
    this.#guard();
  }

  #guard(): void {
    clearTimeout(this.#watch);
    if (this.#unanswered.size > 0) this.#watch = setTimeout(() => this.#giveUp(), PATIENCE);
  }

  #giveUp(): void {
    this.listener.linkChanged("lost");
    this.restart();
  }

  async #lost(opened: boolean): Promise<void> {
    this.#drop();
    if (this.#closed) return;
    this.listener.linkChanged("lost");
    // A refused WebSocket does not say why, plain HTTP does.
    if (!opened && !(await this.listener.stillThere())) {
      this.close();
      this.listener.linkChanged("gone");
      return;
    }
    if (this.#closed || this.#socket) return;
    // Spread out, so that not all clients reconnect in the same moment after a restart of the server.
    this.#retry = setTimeout(() => this.open(), this.#delay * (0.5 + Math.random() / 2));
    this.#delay = Math.min(2 * this.#delay, LONGEST_DELAY);
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#watch);
    const socket = this.#socket;
    this.#socket = null;
    this.#welcomed = false;
    socket?.close();
  }
}
