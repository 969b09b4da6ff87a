// Gains and losses in words: "half a worm" is easier to grasp than 0.47 worms.
import { m } from "../words/messages.js";

const WORDS = {
  worms: { one: m.amount_worms_one, half: m.amount_worms_half, oneAndHalf: m.amount_worms_one_half, many: m.amount_worms_many },
  points: { one: m.amount_points_one, half: m.amount_points_half, oneAndHalf: m.amount_points_one_half, many: m.amount_points_many },
} as const;

/** Amounts below this are negligible. */
export const HARDLY = 0.1;
/** Amounts from this on are about half a unit. */
const HALF = 0.3;

/** An amount, rounded to something easy to grasp. */
export function amountInWords(amount: number, unit: string): string {
  const words = unit === "worms" ? WORDS.worms : WORDS.points;
  const size = Math.abs(amount);
  if (size < HALF) return m.amount_little();
  if (size < 0.75) return words.half();
  if (size < 1.25) return words.one();
  return size < 1.75 ? words.oneAndHalf() : words.many({ count: Math.round(size) });
}
