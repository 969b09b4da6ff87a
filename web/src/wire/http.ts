// The server's HTTP interface. Every refusal becomes a Problem with a code and a sentence. Requests about tables of this device,
// and all requests where there is no server, are answered by the host in the page.
import { isHere, reach, STATIC } from "../offline/reach.svelte";
import type { Advice, Command, Done, Happened, Plan, Replay, Review, Welcome } from "./types";

export class Problem extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
    /** For a record that cannot be shown: the step, counted from 1, and the rule that it breaks. */
    readonly about: { step?: number; rule?: string } = {},
  ) {
    super(message);
  }
}

export type Strength = "beginner" | "easy" | "medium" | "strong" | "champion";

export interface BotInfo {
  name: string;
  strength: Strength;
  /** Whether it is one of the levels that are offered first. */
  level?: boolean;
}

export interface GameInfo {
  name: string;
  title: string;
  seats: [number, number];
  bots: BotInfo[];
  /** The unit of scores: "worms", "points", ... */
  unit: string;
}

export interface Address {
  code: string;
  link: string;
}

export interface Summary {
  table: string;
  game: string;
  title: string;
  phase: string;
  seats: number;
  free: number;
  players: string[];
  at: number;
  /** Seconds for a decision, 0 for no limit. */
  timer: number;
  /** How many seats of bots a person could take over during the game. */
  takeable: number;
}

/** Milliseconds allowed for opening a table. */
const OPENING = 10_000;

export interface OpenTable {
  plan: Partial<Plan> & Pick<Plan, "game" | "seats">;
  name?: string;
  commitment?: string;
  bots?: string[];
  start?: boolean;
  /** Repeated requests with the same id open one table. */
  id?: string;
}

/** `here`: whether the request stays on this device. */
export const ask = <T>(path: string, body?: unknown, signal: AbortSignal | null = null, here?: boolean) =>
  request<T>(path, body === undefined ? { signal } : {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  }, here);

/** The host in the page, which is loaded when it is needed. */
export const hereHost = () => import("../offline/host.svelte");

/** Send a DELETE request. */
export const drop = (path: string) => request<unknown>(path, { method: "DELETE" });

/** The code of the table that a path is about. */
const codeIn = (path: string) => /^\/api\/tables\/([^/?]+)/.exec(path)?.[1];

async function request<T>(path: string, options: RequestInit, here = reach.alone || path.includes("/~")): Promise<T> {
  const table = codeIn(path);
  // The host in the page knows nothing of the server's tables: whatever it said of them would be wrong.
  if (here && table && !isHere(table)) throw new Problem("needs_server", "This needs the server.", 0);
  let response: Response;
  try {
    response = await (here ? (await hereHost()).here.fetch(path, options) : fetch(path, options));
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string };
    // The host in the page has words for what it lacks.
    if (typeof code === "string") throw new Problem(code, message, 0);
    throw new Problem("unreachable", "The server cannot be reached.", 0);
  }
  const answer: unknown = await response.json().catch(() => ({}));
  if (response.ok) return answer as T;
  const { code = "failed", message = response.statusText, ...about } = answer as {
    code?: string;
    message?: string;
    step?: number;
    rule?: string;
  };
  throw new Problem(code, message, response.status, about);
}

/** A signal that ends a request after some milliseconds; older browsers have no `AbortSignal.timeout`. */
export function within(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}

/** Whether the server answers within some milliseconds; the host of a static site has at least its own files. */
export const isReachable = (milliseconds: number) =>
  fetch(STATIC ? "client.json" : "/healthz", { cache: "no-store", signal: within(milliseconds) }).then(({ ok }) => ok, () => false);

/** Whether a link leads to the local machine, so that it is useless to others. */
export const onlyHere = (link: string) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(link).hostname);

/** The games that are offered, for a table where its code is given: on this device there may be other bots. */
export const games = (code = "") => ask<GameInfo[]>("/api/games", undefined, null, reach.alone || isHere(code));
export const tables = () => ask<Summary[]>("/api/tables");
export const table = (code: string, signal: AbortSignal | null = null) =>
  ask<Welcome>(`/api/tables/${encodeURIComponent(code)}`, undefined, signal);
/** The last entries of the log before one. */
export const entriesBefore = (code: string, seq: number) =>
  ask<{ entries: Happened[]; begins: number }>(`/api/tables/${encodeURIComponent(code)}/log?before=${seq}`);
export const address = (code: string) => ask<Address>(`/api/tables/${encodeURIComponent(code)}/address`);
/** Without a portrait the previous one stays. */
export const introduce = (name: string, portrait?: string) =>
  ask<{ name: string; portrait: string }>("/api/me", { name, portrait });
export const quickPlay = (wanted: { game: string; name: string; commitment: string }) => ask<Address>("/api/quick", wanted);
export const command = (code: string, wanted: Command) => ask<Done>(`/api/tables/${encodeURIComponent(code)}/commands`, wanted);
export const openTable = (wanted: OpenTable) => ask<Address>("/api/tables", wanted, within(OPENING));
/** What the moves of the reader's seat are worth. */
export const advice = (code: string, seat: number, seq: number, signal: AbortSignal) =>
  ask<Advice>(`/api/tables/${encodeURIComponent(code)}/advice?seat=${seat}&seq=${seq}`, undefined, signal);
/** The position as one line of text, as a seat sees it; without a seat as a spectator does. */
export const position = (code: string, seat?: number) =>
  ask<{ text: string }>(`/api/tables/${encodeURIComponent(code)}/position${seat === undefined ? "" : `?seat=${seat}`}`);
export const gameAddress = (code: string, number: number) => `/api/tables/${encodeURIComponent(code)}/games/${number}`;
/** The review of a finished game, by its address. */
export const review = (game: string) => ask<Review>(`${game}/review`);
/** A finished game, step by step, by its address. */
export const replay = (game: string) => ask<Replay>(`${game}/replay`);
