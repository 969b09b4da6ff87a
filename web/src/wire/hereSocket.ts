// A connection to a table of this device, as if it were a WebSocket. The host is loaded only for such tables.
import type { Follower, Line } from "../offline/host.svelte";
import type { Socket } from "./connection";
import { hereHost } from "./http";

const PING = JSON.stringify({ type: "ping" });
const PONG = JSON.stringify({ type: "pong" });

class HereSocket implements Socket, Follower {
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  #line: Line | null = null;
  #open = false;
  #closed = false;

  constructor(address: string) {
    const { pathname, search } = new URL(address);
    const code = decodeURIComponent(pathname.split("/").at(-1) ?? "");
    hereHost().then(
      ({ here }) => !this.#closed && (this.#line = here.connect(code, search.slice(1), this)),
      () => this.ended(),
    );
  }

  send(text: string): void {
    // A ping is about the connection, which cannot break; Python may be busy with a bot's decision.
    if (text === PING) queueMicrotask(() => this.received(PONG));
    else this.#line?.send(text);
  }

  close(): void {
    this.#closed = true;
    this.#line?.close();
  }

  /** The host runs; whether there is such a table is known with the first message. */
  opened(): void {}

  received(text: string): void {
    if (!this.#open && !this.#closed) this.onopen?.call(this as never, new Event("open"));
    this.#open = true;
    if (!this.#closed) this.onmessage?.call(this as never, new MessageEvent("message", { data: text }));
  }

  ended(): void {
    if (!this.#closed) this.onclose?.call(this as never, new Event("close") as CloseEvent);
  }
}

export const connectHere = (address: string): Socket => new HereSocket(address);
