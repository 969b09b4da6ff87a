// The coach of one table: whether it may help, whether it is switched on, and its advice for the current decision.
import { device } from "../storage";
import type { Advisor, LiveTable } from "../table/feed";
import * as http from "../wire/http";
import { errorInWords } from "../wire/refusals";
import type { Advice, Option } from "../wire/types";

/** The opponents: the switch is remembered separately for games with bots and with people. */
type Company = "bots" | "people";
const KEY = "heckmeck.coach";
/** Milliseconds until a coach that was busy is asked again. */
const BUSY_DELAY = 2000;

function remembered(): Company[] {
  return (device.getItem(KEY) ?? "").split(" ").filter((word) => word === "bots" || word === "people");
}

const remember = (wanted: Company[]) => device.setItem(KEY, wanted.join(" "));

export class Coach implements Advisor {
  advice = $state.raw<Advice | null>(null);
  problem = $state("");
  /** The move that the reader wants to know more about. */
  asked = $state<string | null>(null);
  #wanted = $state.raw(remembered());
  #attempt = $state(0);

  constructor(readonly live: LiveTable) {}

  get company(): Company {
    const mine = this.live.mine[0];
    return this.live.table?.seats.some((holder, seat) => seat !== mine && holder?.person) ? "people" : "bots";
  }

  /** Whether there is a coach for the game and the reader plays. */
  get possible(): boolean {
    return this.live.mine.length > 0 && this.live.module.coach !== null;
  }

  /** Whether the coach may help here: with people the host decides. */
  get allowed(): boolean {
    return this.possible && (this.company === "bots" || this.live.table?.plan.coach === true);
  }

  get on(): boolean {
    return this.allowed && this.#wanted.includes(this.company);
  }

  /** Whether there is a decision to help with. */
  get needed(): boolean {
    return this.on && this.live.myTurn && !this.live.moving;
  }

  /** The choice whose consequences are shown: the selected one, else rolling on, else the best one. */
  get shown(): Option | null {
    return (this.asked && this.option(this.asked)) || this.option("roll") || this.best;
  }

  get best(): Option | null {
    return this.advice?.options[0] ?? null;
  }

  option(move: string): Option | null {
    const { coach } = this.live.module;
    return this.advice?.options.find((option) => coach?.alike(option.move, move)) ?? null;
  }

  toggle(): void {
    const rest = this.#wanted.filter((company) => company !== this.company);
    this.#wanted = this.on ? rest : [...rest, this.company];
    remember(this.#wanted);
  }

  again(): void {
    this.#attempt += 1;
  }

  /** Effect: ask the server about every new decision, and forget the answer when the decision is made. */
  follow(): (() => void) | undefined {
    const { live } = this;
    const seat = live.position?.to_act;
    void this.#attempt;
    this.advice = null;
    this.asked = null;
    this.problem = "";
    if (!this.needed || seat == null || live.link !== "open") return undefined;
    const gone = new AbortController();
    void this.#ask(seat, live.seq, gone.signal);
    return () => gone.abort();
  }

  /** Ask about a decision until there is an answer, unless the decision is made before. */
  async #ask(seat: number, seq: number, signal: AbortSignal): Promise<void> {
    try {
      const advice = await http.advice(this.live.code, seat, seq, signal);
      if (signal.aborted) return;
      this.advice = advice;
      this.problem = "";
    } catch (error) {
      if (signal.aborted) return;
      this.problem = errorInWords(error);
      if (!(error instanceof http.Problem) || error.code !== "busy") return;
      setTimeout(() => signal.aborted || void this.#ask(seat, seq, signal), BUSY_DELAY);
    }
  }
}
