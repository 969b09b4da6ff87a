// The server's HTTP interface. Every refusal becomes a Problem with a code and a sentence.
import type { Advice, Plan, Review, Welcome } from "./types";

export class Problem extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

export interface GameInfo {
  name: string;
  title: string;
  seats: [number, number];
  bots: string[];
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
}

export interface OpenTable {
  plan: Partial<Plan> & Pick<Plan, "game" | "seats">;
  name?: string;
  commitment?: string;
  bots?: string[];
  start?: boolean;
}

async function ask<T>(path: string, body?: unknown, signal: AbortSignal | null = null): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, body === undefined ? { signal } : {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Problem("unreachable", "The server cannot be reached.", 0);
  }
  const answer: unknown = await response.json().catch(() => ({}));
  if (response.ok) return answer as T;
  const { code = "failed", message = response.statusText } = answer as { code?: string; message?: string };
  throw new Problem(code, message, response.status);
}

export const games = () => ask<GameInfo[]>("/api/games");
export const tables = () => ask<Summary[]>("/api/tables");
export const table = (code: string) => ask<Welcome>(`/api/tables/${encodeURIComponent(code)}`);
export const introduce = (name: string) => ask<{ name: string }>("/api/me", { name });
export const openTable = (wanted: OpenTable) => ask<Address>("/api/tables", wanted);
/** What the moves of one's own seat are worth. */
export const advice = (code: string, seat: number, seq: number, signal: AbortSignal) =>
  ask<Advice>(`/api/tables/${encodeURIComponent(code)}/advice?seat=${seat}&seq=${seq}`, undefined, signal);
export const review = (code: string, number: number) =>
  ask<Review>(`/api/tables/${encodeURIComponent(code)}/games/${number}/review`);
