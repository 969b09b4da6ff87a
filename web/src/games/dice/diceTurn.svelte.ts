// The turn as its player plans it: a face is chosen, and can be changed until a button is pressed.
import type { TableFeed } from "../../table/feed";
import { Confirmation } from "../../ui/confirmation.svelte";
import { type Plan, planNow, plansOf } from "./plan";
import type { DicePosition } from "./turn";

/** On a touch screen the click comes up to this many milliseconds after the finger has left. */
const CLICK_DELAY = 300;

export class DiceTurn {
  /** The choice, and the position for which it is valid. */
  #choice = $state.raw<{ face: string; position: DicePosition } | null>(null);
  /** Whether the dice lie still: sums and chances are shown only then. */
  still = $state(true);
  /** Whether a finger is on "Roll": the dice are in the hand while it is, and the move is made when it is lifted. */
  held = $state(false);
  #release: ReturnType<typeof setTimeout> | undefined;
  /** Serious decisions need a second press. */
  readonly confirmation = new Confirmation((decision) => this.#act(decision));

  constructor(
    readonly feed: TableFeed,
    readonly position: () => DicePosition | null,
    /** Whether a way to stop needs confirmation. */
    readonly grave: (stop: string, plan: Plan) => boolean,
  ) {}

  readonly #plans = $derived.by(() => {
    const position = this.position();
    return position && this.feed.myTurn ? plansOf(position, this.joined) : new Map<string, Plan>();
  });
  readonly #now = $derived.by(() => {
    const position = this.position();
    return position && this.feed.myTurn && position.rolled === "" && position.kept !== "" ? planNow(position) : null;
  });

  /** The plan for each face. */
  get plans(): ReadonlyMap<string, Plan> {
    return this.#plans;
  }

  /** The face that is chosen. */
  get chosen(): string | null {
    return this.#choice?.position === this.position() && this.feed.myTurn ? (this.#choice?.face ?? null) : null;
  }

  /** What the buttons act on: the chosen face, or the kept dice if there is nothing to choose. */
  get plan(): Plan | null {
    return this.chosen === null ? this.#now : (this.#plans.get(this.chosen) ?? null);
  }

  /** Whether a decision was sent and not answered yet. */
  get sent(): boolean {
    return this.feed.moving !== null;
  }

  /** Whether a face is only chosen; a lesson shows one decision at a time, so the face is kept at once. */
  get joined(): boolean {
    return this.feed.live !== null;
  }

  /** Choose a face; choosing it again cancels the choice. */
  choose(face: string): void {
    const plan = this.#plans.get(face);
    const position = this.position();
    if (!plan || !position || this.sent) return;
    if (!this.joined) return this.confirmation.press(plan.keep ?? "", this.#rash(plan));
    this.confirmation.armed = null;
    this.#choice = this.chosen === face ? null : { face, position };
    if (this.feed.advisor) this.feed.advisor.asked = this.#choice ? plan.keep : null;
  }

  unchoose(): void {
    if (this.chosen !== null) this.choose(this.chosen);
  }

  /** Whether the dice are in the hand: from the finger on "Roll" to the answer. */
  get shaken(): boolean {
    return this.held || (this.sent && this.feed.tried === "roll");
  }

  /** Take the dice in the hand: a finger is on "Roll". */
  hold(): void {
    clearTimeout(this.#release);
    if (this.plan?.roll && !this.sent) this.held = true;
  }

  /** The finger has left "Roll": a click follows, or nothing does. */
  lift(): void {
    this.#release = setTimeout(() => this.letGo(), CLICK_DELAY);
  }

  /** Put the dice back: nothing is rolled. */
  letGo(): void {
    clearTimeout(this.#release);
    this.held = false;
  }

  roll(): void {
    if (this.plan?.roll && !this.sent) this.confirmation.press("roll", false);
    this.letGo();
  }

  /** Stop in the usual way, or in another. */
  stop(move = this.plan?.stops[0]): void {
    const { plan } = this;
    if (!plan || this.sent) return;
    if (plan.fails && plan.keep) this.confirmation.press(plan.keep, this.#rash(plan));
    else if (move && plan.stops.includes(move)) this.confirmation.press(move, this.grave(move, plan));
  }

  /** An avoidable failure. */
  #rash({ fails }: Plan): boolean {
    return fails && [...this.#plans.values()].some((other) => !other.fails);
  }

  #act(decision: string): void {
    const keep = this.plan?.keep;
    if (keep && decision !== keep) this.feed.move(keep, decision);
    else this.feed.move(decision);
  }
}
