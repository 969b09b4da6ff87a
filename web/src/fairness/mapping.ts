// From links and seeds to rolls and cards, exactly as in docs/fairness.md. The browser's own cryptography is not used:
// it is missing on pages that were loaded over plain HTTP.
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** Number of outcomes of an open game that are proved as they happen. */
export const CHAIN_LENGTH = 1024;
const WORDS = 2 ** 32;
const BLOCK_BYTES = 32;

export const hashOf = (link: string): string => bytesToHex(sha256(hexToBytes(link)));

/** All links of a game, from its secret; those of the chain are made once. */
export class Chain {
  readonly anchor: string;
  readonly #links: string[] = [];

  constructor(
    readonly secret: string,
    readonly length: number,
  ) {
    let link = bytesToHex(sha256(concatBytes(utf8ToBytes("heckmeck-chain/1"), hexToBytes(secret))));
    for (let number = length; number > 0; number -= 1) {
      this.#links[number] = link;
      link = hashOf(link);
    }
    this.anchor = link;
  }

  link(number: number): string {
    const late = () => bytesToHex(hmac(sha256, hexToBytes(this.secret), utf8ToBytes(`heckmeck-late/1 ${number}`)));
    return this.#links[number] ?? late();
  }
}

export type Seed = string | null;

/** The numbers of one outcome. */
export class Source {
  #block = 0;
  #words: number[] = [];

  constructor(
    readonly link: string,
    readonly game: string,
    readonly outcome: number,
    readonly seeds: readonly Seed[],
  ) {}

  /** A number from 0 to `stop` - 1; words that would make some of them likelier are skipped. */
  below(stop: number): number {
    if (!(stop >= 1 && stop <= WORDS)) throw new RangeError(`no fair number below ${stop}`);
    const end = WORDS - (WORDS % stop);
    let word = this.#word();
    while (word >= end) word = this.#word();
    return word % stop;
  }

  #word(): number {
    if (this.#words.length === 0) {
      const seeds = this.seeds.map((seed) => seed ?? "-").join(" ");
      const message = `heckmeck-fairness/1 ${this.game} ${this.outcome} ${this.#block} ${seeds}`;
      const view = new DataView(hmac(sha256, hexToBytes(this.link), utf8ToBytes(message)).slice().buffer);
      for (let place = 0; place < BLOCK_BYTES; place += 4) this.#words.push(view.getUint32(place));
      this.#block += 1;
    }
    return this.#words.shift() ?? 0;
  }
}

function combinations(from: number, count: number): number {
  let ways = 1;
  for (let taken = 0; taken < count; taken += 1) ways = (ways * (from - taken)) / (taken + 1);
  return ways;
}

/** A roll of dice: the number is its index among all sequences, sorted so that equal rolls are adjacent. */
export function roll(source: Source, dice: number, faces: string): string {
  let number = source.below(faces.length ** dice);
  let left = dice;
  let shown = "";
  for (let place = 0; place < faces.length - 1; place += 1) {
    // In order, the roll with most dice of the lowest face comes first.
    for (let count = left; count >= 0; count -= 1) {
      const placements = combinations(left, count);
      const ways = placements * (faces.length - 1 - place) ** (left - count);
      if (number < ways) {
        shown += (faces[place] ?? "").repeat(count);
        // Every roll of the others comes once for each way to lay these dice among them.
        number = Math.floor(number / placements);
        left -= count;
        break;
      }
      number -= ways;
    }
  }
  return shown + (faces.at(-1) ?? "").repeat(left);
}

/** Take `count` things out of an ascending list; return them in ascending order. */
export function draw(source: Source, list: number[], count: number): number[] {
  const drawn: number[] = [];
  while (drawn.length < count && list.length > 0) drawn.push(...list.splice(source.below(list.length), 1));
  return drawn.sort((a, b) => a - b);
}

/** The generic mapping: the first outcome whose cumulative weight exceeds a number below the total weight. */
export function choose(source: Source, weights: readonly (readonly [outcome: string, weight: number])[]): string {
  let left = source.below(weights.reduce((sum, [, weight]) => sum + weight, 0));
  for (const [outcome, weight] of weights) {
    if (left < weight) return outcome;
    left -= weight;
  }
  throw new RangeError("weights must be whole numbers");
}
