// The luck of Karteneck: which cards and portions have to be drawn.
import type { Luck } from "../../fairness/luck";
import { draw, type Source } from "../../fairness/mapping";
import type { FairRecord } from "../../fairness/record";
import type { Frame } from "../../wire/types";
import { cardName, cardOf } from "./cards";

const ascending = (a: number, b: number) => a - b;

/** The places of all cards and portions, which determine what can be drawn. */
class Stock {
  pile: number[];
  discard: number[] = [];
  unseen: number[];
  readonly layouts: number[][];

  constructor(setup: FairRecord["setup"]) {
    const { copies = 17, worm_cards = 25, portions = [16, 42], zeros = 3 } = setup as {
      copies?: number;
      worm_cards?: number;
      portions?: [number, number];
      zeros?: number;
    };
    this.pile = [1, 2, 3, 4, 5].flatMap((value) => Array<number>(copies).fill(value));
    for (let shield = 1; shield <= worm_cards; shield += 1) this.pile.push(5 + shield);
    this.unseen = Array<number>(zeros).fill(0);
    for (let portion = portions[0]; portion <= portions[1]; portion += 1) this.unseen.push(portion);
    this.layouts = Array.from({ length: setup.seats }, () => []);
  }

  /** What has to be drawn: the rest of the old pile comes first, and no number is drawn for it. */
  cards(source: Source, count: number): number[] {
    if (count <= this.pile.length) return draw(source, [...this.pile], count);
    const missing = draw(source, [...this.discard].sort(ascending), count - this.pile.length);
    return [...this.pile, ...missing].sort(ascending);
  }

  take(cards: number[]): void {
    if (cards.length > this.pile.length) {
      this.pile = [...this.pile, ...this.discard].sort(ascending);
      this.discard = [];
    }
    this.pile = without(this.pile, cards);
  }

  after(frame: Frame): void {
    for (const event of frame.events ?? []) {
      if (event.event === "CardsLaid") this.layouts[event.seat]?.push(...event.cards);
      else if (event.event === "LayoutDiscarded") this.#clear(event.seat);
      else if (event.event === "RoundEnded") this.layouts.forEach((_, seat) => this.#clear(seat));
    }
  }

  #clear(seat: number): void {
    this.discard.push(...(this.layouts[seat]?.splice(0) ?? []));
  }
}

function without(list: number[], things: number[]): number[] {
  const left = [...list];
  for (const thing of things) if (left.includes(thing)) left.splice(left.indexOf(thing), 1);
  return left;
}

export const luck: Luck = {
  // Links would reveal the draw pile: they are shown when the game is over.
  open: false,
  *outcomes(record, frames) {
    const stock = new Stock(record.setup);
    for (const frame of frames) {
      const [kind, ...things] = (record.steps[frame.step - 1] ?? "").split(" ");
      const shown = things.join(" ");
      // Remove the cards of the record, so that one wrong outcome does not make all later ones look wrong.
      if (kind === "=draw") {
        yield { shown, due: (source) => stock.cards(source, things.length).map(cardName).join(" ") };
        stock.take(things.map(cardOf));
      } else if (kind === "=grill") {
        yield { shown, due: (source) => draw(source, [...stock.unseen], things.length).join(" ") };
        stock.unseen = without(stock.unseen, things.map(Number));
      }
      stock.after(frame);
    }
  },
};
