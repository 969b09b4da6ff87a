// Reactions pop up beside a player for a short while.
import { SvelteMap } from "svelte/reactivity";
import type { React } from "../wire/types";
import { m } from "../words/messages.js";

export type Reaction = React["reaction"];

const SHOWN = 5000;

/** In the order in which they are offered. */
const NAMES: Readonly<Record<Reaction, () => string>> = {
  worm: m.table_reaction_worm,
  laugh: m.table_reaction_laugh,
  wow: m.table_reaction_wow,
  oops: m.table_reaction_oops,
  clap: m.table_reaction_clap,
  hurry: m.table_reaction_hurry,
  thanks: m.table_reaction_thanks,
  bye: m.table_reaction_bye,
};

export const REACTIONS = Object.keys(NAMES) as Reaction[];

function isReaction(text: string | null | undefined): text is Reaction {
  return text != null && text in NAMES;
}

/** The name of a reaction; an unknown one of a newer server has the server's name. */
export const reactionName = (text: string) => (isReaction(text) ? NAMES[text]() : text);

export class Reactions {
  /** By seat: the one that is shown, and the entry it came with. */
  readonly #shown = new SvelteMap<number, { reaction: Reaction; seq: number }>();

  of(seat: number): { reaction: Reaction; seq: number } | undefined {
    return this.#shown.get(seat);
  }

  add(seat: number, text: string | null | undefined, seq: number): void {
    if (!isReaction(text)) return;
    this.#shown.set(seat, { reaction: text, seq });
    setTimeout(() => this.#shown.get(seat)?.seq === seq && this.#shown.delete(seat), SHOWN);
  }
}
