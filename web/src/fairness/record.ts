// A record with its proof, as a server exports it and as a file has it.
import type { Seed } from "./mapping";

export interface Proof {
  format: string;
  game: string;
  anchor: string;
  seats: ({ commitment: string; seed: Seed } | null)[];
  links: string[];
  secret: string | null;
}

export interface FairRecord {
  game: string;
  setup: Record<string, unknown> & { seats: number };
  players: string[];
  steps: string[];
  outcome: { reason: string; scores: number[]; winners: number[] } | null;
  fairness?: Proof;
}

const HEX = /^[0-9a-f]+$/;
const isHex = (text: unknown, digits: number) => typeof text === "string" && text.length === digits && HEX.test(text);

/** Whether a proof from a file is well-formed; its content may still be wrong. */
export function readable(proof: Proof, seats: number): boolean {
  try {
    return (
      proof.format === "heckmeck-fairness/1" &&
      typeof proof.game === "string" &&
      isHex(proof.anchor, 64) &&
      proof.seats.length === seats &&
      proof.seats.every((seat) => seat === null || (isHex(seat.commitment, 64) && (seat.seed === null || isHex(seat.seed, 32)))) &&
      proof.links.every((link) => isHex(link, 64)) &&
      (proof.secret === null || isHex(proof.secret, 64))
    );
  } catch {
    return false;
  }
}
