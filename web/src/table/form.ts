// The forms that a table takes, by the size of the window.
import { MediaQuery } from "svelte/reactivity";

/**
 * - phone: everything in one column, the log in a sheet.
 * - side: a phone on its side, the board beside the dice.
 * - tablet: one column, with the own place, coach and log in a row between the board and the dice.
 * - desk: coach and log at the right.
 */
export type Form = "phone" | "side" | "tablet" | "desk";

const QUERIES: readonly (readonly [Form, MediaQuery])[] = [
  ["side", new MediaQuery("(max-height: 31.99rem) and (min-width: 34rem)")],
  ["desk", new MediaQuery("(min-width: 60rem)")],
  ["tablet", new MediaQuery("(min-width: 43rem) and (min-height: 56rem)")],
];

/** The form of the table in this window; it changes with it. */
export const currentForm = (): Form => QUERIES.find(([, query]) => query.current)?.[0] ?? "phone";
