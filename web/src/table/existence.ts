// Whether the server still has a table, and whether it answers at all.
import { isHere } from "../offline/reach.svelte";
import * as http from "../wire/http";

/** Milliseconds for the server to answer whether the table exists. */
const CHECK = 5000;
/** Milliseconds for the server to answer at all; the request is repeated, because some of the browser's connections may be dead. */
const REPLY = 1500;

/** Why there is no such table; null where there is one, or the server does not say. */
export async function whyGone(code: string): Promise<http.Problem | null> {
  try {
    await http.table(code, http.within(CHECK));
    return null;
  } catch (error) {
    return error instanceof http.Problem && [400, 404].includes(error.status) ? error : null;
  }
}

/** A table of this device needs no server: its host says itself when it is there. */
export const serverAnswers = (code: string): Promise<boolean> => (isHere(code) ? Promise.resolve(false) : http.isReachable(REPLY));
