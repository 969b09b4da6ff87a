// The player's part in the luck of a game: seeds that are committed to first and revealed later.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { device, type Keep } from "../storage";

const KEY = "heckmeck.seeds";
const KEPT = 40;

/** A commitment and its seed, and whether the seed has been sent. */
type Kept = [commitment: string, seed: string, sent?: true];

/** The hash that is published until the seed is revealed; docs/fairness.md has the format. */
export function commitmentOf(seed: string): string {
  return bytesToHex(sha256(utf8ToBytes(`heckmeck-seed/1 ${seed}`)));
}

/** Seeds on this device, by their commitments: they can still be revealed after a reload. */
export class Seeds {
  constructor(readonly storage: Keep = device) {}

  /** Make a seed, keep it, and return its commitment. */
  commit(): string {
    const seed = bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
    const commitment = commitmentOf(seed);
    this.#write([...this.#read(), [commitment, seed] as Kept].slice(-KEPT));
    return commitment;
  }

  find(commitment: string): string | undefined {
    return this.#read().find(([of]) => of === commitment)?.[1];
  }

  /** Return a seed that is sent now, and remember that it was. */
  reveal(commitment: string): string | undefined {
    const all = this.#read();
    const kept = all.find(([of]) => of === commitment);
    if (!kept) return undefined;
    kept[2] = true;
    this.#write(all);
    return kept[1];
  }

  /** Whether this device has sent the seed of a commitment. */
  sent(commitment: string): boolean {
    return this.#read().some(([of, , sent]) => of === commitment && sent === true);
  }

  #read(): Kept[] {
    try {
      return JSON.parse(this.storage.getItem(KEY) ?? "[]") as Kept[];
    } catch {
      return [];
    }
  }

  #write(all: Kept[]): void {
    try {
      this.storage.setItem(KEY, JSON.stringify(all));
    } catch {
      // The storage is full or forbidden: the game goes on without this seed.
    }
  }
}

/** The seats whose seed this device has sent, and which the server lists without one: it says that they came too late. */
export function unheard(seats: readonly ({ commitment: string; seed: string | null } | null)[], seeds: Seeds): number[] {
  return seats.flatMap((given, seat) => (given && given.seed === null && seeds.sent(given.commitment) ? [seat] : []));
}
