// The tables of this device, as the page sees them: a server that answers requests and follows tables, but runs in a worker.
// It is started by the first request. What it waits for and why it cannot go on is shown by ui/HereDialog.svelte.
import { device } from "../storage";
import { type Copy, keep, renew, usable } from "./copy";
import { Failure, type FailureCode, type FromWorker, type ToWorker } from "./messages";
import { reach } from "./reach.svelte";
import { lack } from "./support";
import { failureOf } from "./words";

type Port = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">;

/** A page that follows a table. */
export interface Follower {
  opened(): void;
  received(text: string): void;
  ended(): void;
}
export interface Line {
  send(text: string): void;
  close(): void;
}

export interface HostOptions {
  /** Makes sure that the parts are there. */
  copy?: (progress: (loaded: number, total: number) => void) => Promise<Pick<Copy, "parts">>;
  /** A copy that is there already and fits this page. */
  stored?: () => Promise<Pick<Copy, "parts"> | null>;
  worker?: () => Port;
  lacks?: () => FailureCode | null;
}

export type Phase = "idle" | "loading" | "starting" | "ready" | "failed";

/** The reader did not want to wait any longer, which needs no words. */
class Dismissed extends Error {
  readonly code = "dismissed";
}

/** Milliseconds after which the reader is told what is waited for. */
const SILENCE = 400;
/** Where it is remembered that tables were played here, so that they are looked for only then. */
const PLAYED = "heckmeck.here";

export class HereHost {
  phase = $state<Phase>("idle");
  /** How much of the parts is there, from 0 to 1. */
  part = $state(0);
  failure = $state.raw<FailureCode | null>(null);
  /** Why the last change is not stored yet: it is tried again. */
  unstored = $state.raw<FailureCode | null>(null);
  #worker: Port | null = null;
  #loading: Promise<Port> | null = null;
  #settled: Promise<void> = Promise.resolve();
  #settle: () => void = () => undefined;
  #late: ReturnType<typeof setTimeout> | undefined;
  /** Counts the stops: what was begun before one must not go on after it. */
  #stops = 0;
  #next = 1;
  /** Requests that the reader waits for until the host runs, through failures that are overcome. */
  readonly #wanted = new Set<{ resolve: () => void; reject: (error: Error) => void }>();
  readonly #requests = new Map<number, { resolve: (response: Response) => void; reject: (error: unknown) => void }>();
  readonly #followers = new Map<number, Follower>();

  constructor(readonly options: HostOptions = {}) {}

  /** Load Python ahead of time, if it is on this device. Problems are reported when it is needed. */
  async prepare(): Promise<void> {
    if (this.#loading || this.#lack()) return;
    const stops = this.#stops;
    const copy = await this.#stored();
    if (!copy || this.#loading || stops !== this.#stops) return;
    this.#loading = Promise.resolve(this.#load(copy));
  }

  /** Whether the tables of this device can be read without a download that nobody asked for. */
  async isThere(): Promise<boolean> {
    return this.phase !== "idle" || (await this.#stored()) !== null;
  }

  /** Wait until the host runs; throws if it cannot. If the reader wants it, they are told why it takes so long. */
  async ready(wanted = true): Promise<void> {
    if (this.phase === "idle") this.#begin();
    if (wanted && this.phase !== "ready") this.#late ??= setTimeout(() => (reach.waiting = true), SILENCE);
    await this.#settled;
    if (this.phase === "ready") return;
    if (wanted) reach.waiting = true;
    throw failureOf(this.failure ?? "broken");
  }

  /** The reader closed the dialog: what they asked for is not done later. A download goes on, for the next time. */
  dismiss(): void {
    this.#quiet();
    this.#refuseWanted();
  }

  /** Try again after a failure. */
  again(): void {
    this.#stop();
    this.#begin();
  }

  /** Play here although another page does. */
  takeOver(): void {
    this.#begin("steal");
  }

  /** The page is left: let others play. Browsers may keep it, to come back to; then the host is started again. */
  leave(): void {
    this.#stop();
    this.#quiet();
    this.#refuseWanted();
    this.phase = "idle";
    this.failure = null;
    reach.stopped = false;
    this.unstored = null;
    this.#settle();
  }

  /** Answer a request as the server would. */
  async fetch(path: string, { method = "GET", body, signal }: RequestInit): Promise<Response> {
    await (method === "GET" ? this.ready(false) : this.#readyOrDismissed());
    signal?.throwIfAborted();
    if (method === "POST" && path === "/api/tables") device.setItem(PLAYED, "yes");
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#requests.set(id, { resolve, reject });
      signal?.addEventListener("abort", () => reject(signal.reason as Error));
      this.#post({ kind: "request", id, method, path, body: typeof body === "string" ? body : null });
    });
  }

  /** Follow a table. The follower is told when it is connected, and when it is not any more. */
  connect(code: string, query: string, follower: Follower): Line {
    const socket = this.#next++;
    this.#followers.set(socket, follower);
    // A page that connects again and again is told of a failure only once.
    this.ready(this.phase !== "failed").then(
      () => {
        if (!this.#followers.has(socket)) return;
        this.#post({ kind: "connect", socket, code, query });
        follower.opened();
      },
      () => this.#end(socket),
    );
    return {
      send: (text) => this.#post({ kind: "send", socket, text }),
      close: () => this.#followers.delete(socket) && this.#post({ kind: "close", socket }),
    };
  }

  /** Wait until the host runs, even if it fails before: only the reader decides not to try again. */
  #readyOrDismissed(): Promise<void> {
    const begun = this.ready();
    if (this.phase === "ready") return begun;
    begun.catch(() => undefined);
    return new Promise((resolve, reject) => this.#wanted.add({ resolve, reject }));
  }

  #refuseWanted(): void {
    const error = this.failure ? failureOf(this.failure) : new Dismissed();
    for (const { reject } of this.#wanted) reject(error);
    this.#wanted.clear();
  }

  #end(socket: number): void {
    const follower = this.#followers.get(socket);
    this.#followers.delete(socket);
    follower?.ended();
  }

  #stored(): Promise<Pick<Copy, "parts"> | null> {
    return (this.options.stored ?? usable)().catch(() => null);
  }

  #lack(): FailureCode | null {
    return (this.options.lacks ?? lack)();
  }

  #begin(how: "start" | "steal" = "start"): void {
    this.phase = "loading";
    this.failure = null;
    reach.stopped = false;
    this.#settled = new Promise((resolve) => (this.#settle = resolve));
    const missing = this.#lack();
    if (missing) return this.#fail(missing);
    this.#loading ??= this.#fetchParts();
    const loading = this.#loading;
    loading.then(
      () => {
        if (this.#loading !== loading || this.phase !== "loading") return;
        this.phase = "starting";
        this.#post({ kind: how });
      },
      (error: unknown) => this.#loading === loading && this.#fail(error instanceof Failure ? error.code : "download"),
    );
  }

  async #fetchParts(): Promise<Port> {
    const stops = this.#stops;
    this.part = 0;
    const copy = await (this.options.copy ?? keep)((loaded, total) => {
      if (stops === this.#stops) this.part = total ? loaded / total : 0;
    });
    device.setItem("heckmeck.copy", "yes");
    if (stops !== this.#stops) throw failureOf("broken");
    return this.#load(copy);
  }

  #load(copy: Pick<Copy, "parts">): Port {
    const worker = (this.options.worker ?? newWorker)();
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#worker === worker && this.#receive(data);
    worker.onerror = () => this.#worker === worker && this.#fail("broken");
    this.#worker = worker;
    this.#post({ kind: "load", parts: copy.parts });
    return worker;
  }

  #post(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  #receive(message: FromWorker): void {
    switch (message.kind) {
      case "ready":
        return this.#run();
      case "failed":
        if (message.code !== "other_tab") console.error(message.message);
        return this.#fail(message.code);
      case "lost":
        return this.#fail("other_tab", true);
      case "message":
        return this.#followers.get(message.socket)?.received(message.text);
      case "closed":
        return this.#end(message.socket);
      case "response":
        this.#requests.get(message.id)?.resolve(new Response(message.body, { status: message.status }));
        this.#requests.delete(message.id);
        return;
      case "unstored":
        // It is tried again and again, but said once.
        if (!this.unstored) reach.waiting = true;
        this.unstored = message.code;
        return;
      case "stored":
        if (this.unstored) this.#quiet();
        this.unstored = null;
    }
  }

  #run(): void {
    this.phase = "ready";
    this.failure = null;
    reach.stopped = false;
    this.#quiet();
    this.#settle();
    for (const { resolve } of this.#wanted) resolve();
    this.#wanted.clear();
  }

  /** There is nothing to tell the reader any more. */
  #quiet(): void {
    clearTimeout(this.#late);
    this.#late = undefined;
    reach.waiting = false;
  }

  /** A page that waits for another one gets its turn when that one is closed; every other failure is final. */
  #fail(code: FailureCode, final = code !== "other_tab"): void {
    const ran = this.phase === "ready";
    this.phase = "failed";
    this.failure = code;
    // What was not stored is not tried again.
    this.unstored = null;
    reach.stopped = true;
    if (final) this.#stop();
    this.#quiet();
    // Those who waited say whether the reader is to be told.
    reach.waiting = ran;
    this.#settle();
  }

  /** End the worker and everything that waits for it. */
  #stop(): void {
    this.#stops++;
    this.#worker?.terminate();
    this.#worker = null;
    this.#loading = null;
    const error = failureOf(this.failure ?? "broken");
    for (const { reject } of this.#requests.values()) reject(error);
    this.#requests.clear();
    for (const socket of [...this.#followers.keys()]) this.#end(socket);
  }
}

export { renew };

const newWorker = () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });

export const here = new HereHost();
addEventListener("pagehide", () => here.leave());
