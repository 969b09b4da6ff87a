// Short names for parts of the generated types.
import type { Command, Happened, Welcome } from "./types";

export type Position = NonNullable<Welcome["position"]>;
export type GameEvent = NonNullable<Happened["events"]>[number];
export type EventName = GameEvent["event"];

type WithoutId<C> = C extends Command ? Omit<C, "id"> : never;
/** A command as the page gives it; the id is added when it is sent. */
export type CommandBody = WithoutId<Command>;

const LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** Make an id for a command. `crypto.randomUUID` is missing where a page comes over plain HTTP. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => LETTERS[byte % 36]).join("");
}
