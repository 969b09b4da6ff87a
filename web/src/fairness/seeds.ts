// The player's part in the luck of a game: seeds that are committed to first and shown later.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { device, type Keep } from "../storage";

const KEY = "heckmeck.seeds";
const KEPT = 40;

/** The hash that stands for a seed until it is shown; docs/fairness.md has the format. */
export function commitmentOf(seed: string): string {
  return bytesToHex(sha256(utf8ToBytes(`heckmeck-seed/1 ${seed}`)));
}

/** Seeds on this device, by their commitments: a page that is loaded again can still show them. */
export class Seeds {
  constructor(readonly storage: Keep = device) {}

  /** Make a seed, keep it, and return its commitment. */
  commit(): string {
    const seed = bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
    const commitment = commitmentOf(seed);
    this.#write([...this.#read(), [commitment, seed] as [string, string]].slice(-KEPT));
    return commitment;
  }

  find(commitment: string): string | undefined {
    return this.#read().find(([of]) => of === commitment)?.[1];
  }

  #read(): [string, string][] {
    try {
      return JSON.parse(this.storage.getItem(KEY) ?? "[]") as [string, string][];
    } catch {
      return [];
    }
  }

  #write(pairs: [string, string][]): void {
    try {
      this.storage.setItem(KEY, JSON.stringify(pairs));
    } catch {
      // A full or forbidden storage: the game goes on without this seed.
    }
  }
}
