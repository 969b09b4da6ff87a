// Chances to fail in words: "1 time in 4" is easier to grasp than 0.27.
import { m } from "../words/messages.js";

/** A chance to fail that is lower by this is worth saying. */
export const SAFER = 0.05;
/** Chances to fail below this are negligible. */
export const NEARLY_SAFE = 0.03;
/** Chances to fail above this are told as hardly ever working. */
export const HOPELESS = 0.97;
/** Chances this close to one half are told as every other time. */
const EVEN = 0.1;

type InCount = (of: { count: number }) => string;

/** The number of times of which about one is meant; one in two is told as every other time. */
const times = (share: number) => ({ count: Math.max(3, Math.round(1 / share)) });

/** How often something goes wrong. */
export function riskInWords(failed: number, wrong: InCount, works: InCount, even: () => string): string {
  if (failed < NEARLY_SAFE) return m.coach_safe();
  if (failed > HOPELESS) return failed === 1 ? m.coach_surely_wrong() : m.coach_hardly_ever();
  if (Math.abs(failed - 0.5) < EVEN) return even();
  return failed < 0.5 ? wrong(times(failed)) : works(times(1 - failed));
}
