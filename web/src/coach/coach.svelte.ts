// The coach of one table: whether it may help, whether it is wanted, and what it says about the decision at hand.
import { errorInWords } from "../wire/refusals";
import type { TableStore } from "../table/tableStore.svelte";
import * as http from "../wire/http";
import type { Advice, Option } from "../wire/types";

/** With whom one plays: for each of them the switch is remembered of its own. */
type Company = "bots" | "people";
const KEY = "heckmeck.coach";

function remembered(): Company[] {
  try {
    return (localStorage.getItem(KEY) ?? "").split(" ").filter((word) => word === "bots" || word === "people");
  } catch {
    return [];
  }
}

function remember(wanted: Company[]): void {
  try {
    localStorage.setItem(KEY, wanted.join(" "));
  } catch {
    // Without a storage it is remembered as long as the page is open.
  }
}

/** Whether two moves are the same for the coach: it does not tell worm cards apart. */
export function alike(one: string, other: string): boolean {
  return one === other || (one.startsWith("lay W") && other.startsWith("lay W") && count(one) === count(other));
}

const count = (move: string) => move.split(" ").length;

export class Coach {
  advice = $state.raw<Advice | null>(null);
  problem = $state("");
  /** The move that the reader wants to know more about. */
  asked = $state<string | null>(null);
  #wanted = $state.raw(remembered());
  #attempt = $state(0);

  constructor(readonly store: TableStore) {}

  get company(): Company {
    const mine = this.store.mine[0];
    return this.store.table?.seats.some((holder, seat) => seat !== mine && holder?.person) ? "people" : "bots";
  }

  /** Whether the coach may help here: people play as the host wants it. */
  get allowed(): boolean {
    return this.store.mine.length > 0 && (this.company === "bots" || this.store.table?.plan.coach === true);
  }

  get on(): boolean {
    return this.allowed && this.#wanted.includes(this.company);
  }

  /** Whether there is a decision to help with. */
  get needed(): boolean {
    return this.on && this.store.myTurn && !this.store.moving;
  }

  /** The choice whose consequences are shown: the one asked for, else rolling on, else the best one. */
  get shown(): Option | null {
    return (this.asked && this.option(this.asked)) || this.option("roll") || this.best;
  }

  get best(): Option | null {
    return this.advice?.options[0] ?? null;
  }

  option(move: string): Option | null {
    return this.advice?.options.find((option) => alike(option.move, move)) ?? null;
  }

  toggle(): void {
    const rest = this.#wanted.filter((company) => company !== this.company);
    this.#wanted = this.on ? rest : [...rest, this.company];
    remember(this.#wanted);
  }

  again(): void {
    this.#attempt += 1;
  }

  /** An effect: asks the server about every decision as it comes, and forgets the answer when it is made. */
  follow(): (() => void) | undefined {
    const { store } = this;
    const seat = store.position?.to_act;
    void this.#attempt;
    this.advice = null;
    this.asked = null;
    this.problem = "";
    if (!this.needed || seat == null || store.link !== "open") return undefined;
    const gone = new AbortController();
    http.advice(store.code, seat, store.seq, gone.signal).then(
      (advice) => {
        if (!gone.signal.aborted) this.advice = advice;
      },
      (error: unknown) => {
        if (!gone.signal.aborted) this.problem = errorInWords(error);
      },
    );
    return () => gone.abort();
  }
}

const coaches = new WeakMap<TableStore, Coach>();

/** The one coach of a table, for whichever part of the page wants to know. */
export function coachOf(store: TableStore): Coach {
  const known = coaches.get(store) ?? new Coach(store);
  coaches.set(store, known);
  return known;
}
