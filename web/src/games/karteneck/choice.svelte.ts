// The cards that are about to be laid. What may be laid comes from the server: any part of the cards of one sort.
import type { KarteneckPosition } from "../../wire/types";
import { cardName, type Copy, copies, sortOf, totalOf } from "./cards";

/** The situation: the position, whether it is our turn to decide, and whether we have decided already. */
type Look = () => { position: KarteneckPosition | null; mine: boolean; sent: boolean };

export class Choice {
  /** The ids of the chosen cards. */
  #ids = $state.raw<readonly string[]>([]);
  readonly #look: Look;

  constructor(look: Look) {
    this.#look = look;
  }

  /** The hand, with copies numbered. */
  readonly hand = $derived.by(() => copies(this.#look().position?.hand ?? [], this.#layout));

  readonly cards = $derived(this.hand.filter(({ id }) => this.#ids.includes(id)).map(({ card }) => card));

  /** The total of our layout now, and with the chosen cards. */
  readonly before = $derived(totalOf(this.#layout));
  readonly total = $derived(this.before + totalOf(this.cards));

  /** The move that lays them. */
  readonly move = $derived(this.cards.length > 0 ? `lay ${this.cards.map(cardName).join(" ")}` : null);

  has(card: Copy): boolean {
    return this.#ids.includes(card.id);
  }

  may(card: number): boolean {
    const { position, mine } = this.#look();
    return mine && (position?.layable.some((sort) => sort.includes(card)) ?? false);
  }

  clear(): void {
    this.#ids = [];
  }

  /** The first tap chooses all cards of a sort, further taps take single ones out and in. */
  tap(card: Copy): void {
    if (!this.may(card.card) || this.#look().sent) return;
    if (this.has(card)) this.#ids = this.#ids.filter((id) => id !== card.id);
    else this.#ids = this.#sortIsChosen(card.card) ? [...this.#ids, card.id] : this.#all(card.card);
  }

  /** The same by keyboard: all cards of a sort, then one fewer each time, then all again. */
  press(sort: number): void {
    const card = this.hand.find((each) => sortOf(each.card) === sort)?.card;
    if (card === undefined || !this.may(card) || this.#look().sent) return;
    this.#ids = this.#sortIsChosen(card) ? this.#ids.slice(1) : this.#all(card);
  }

  get #layout(): number[] {
    const { position } = this.#look();
    return (position?.seat == null ? undefined : position.layouts[position.seat]) ?? [];
  }

  #sortIsChosen(card: number): boolean {
    return this.cards.some((chosen) => sortOf(chosen) === sortOf(card));
  }

  #all(card: number): string[] {
    return this.hand.filter((each) => sortOf(each.card) === sortOf(card)).map(({ id }) => id);
  }
}
