// The messages between a page and the worker that runs the tables of this device. Texts are the server's own messages.

/** Where the parts of Python are, by their roles. */
export interface Parts {
  loader: string;
  module: string;
  wasm: string;
  library: string;
  archive: string;
  /** What Pyodide wants to know about its packages. */
  lock: unknown;
}

export type ToWorker =
  | { kind: "load"; parts: Parts }
  | { kind: "start" }
  | { kind: "steal" }
  | { kind: "connect"; socket: number; code: string; query: string }
  | { kind: "send"; socket: number; text: string }
  | { kind: "close"; socket: number }
  | { kind: "request"; id: number; method: string; path: string; body: string | null };

/** Why nothing can be played on this device, or why a move could not be stored. */
export const FAILURES = ["no_wasm", "no_memory", "download", "storage", "full", "deleted", "other_tab", "outdated", "broken"] as const;
export type FailureCode = (typeof FAILURES)[number];

export type FromWorker =
  | { kind: "message"; socket: number; text: string }
  | { kind: "closed"; socket: number }
  | { kind: "response"; id: number; status: number; body: string }
  | { kind: "ready" }
  /** The host does not run (any more). */
  | { kind: "failed"; code: FailureCode; message: string }
  /** Another page took over: this one is done, whatever it was doing. */
  | { kind: "lost" }
  /** Something was not stored: the host runs on, and the page sends it again. */
  | { kind: "unstored"; code: "storage" | "full" }
  | { kind: "stored" };

/** An error whose code says what can be done about it. */
export class Failure extends Error {
  constructor(
    readonly code: FailureCode,
    message: string = code,
  ) {
    super(message);
  }
}
