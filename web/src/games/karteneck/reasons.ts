// Why another choice was better, by how the rest of the round went in simulations of both. These are played by simple
// heuristics: where they say the opposite, they have no reason to give.
import { amountInWords } from "../../table/amounts";
import { NEARLY_SAFE, riskInWords, SAFER } from "../../table/risks";
import type { WinMoment } from "../../wire/types";
import { m } from "../../words/messages.js";
import { hasWorm } from "./cards";

/** A gain in the round that is higher by this is worth saying. */
const WORTH_SAYING = 0.3;
/** A chance above this is told as nearly certain: a few hundred simulations cannot say more. */
const HOPELESS = 0.97;

/** Why the better choice was better than the one that was made; empty if the simulations do not show it. */
export function whyBetter(moment: WinMoment, move: string, best: string): string {
  const { failed, best_failed: bestFailed } = moment;
  if (failed == null || bestFailed == null) return "";
  if (move === "out" && failed === 1 && bestFailed < 1) return joined(m.kart_why_out(), otherRisk(bestFailed), servedWith(moment.best_likely));
  if (best === "out" && bestFailed === 1) return joined(failed < NEARLY_SAFE ? servedWith(moment.likely) : riskOf(failed), outAtOnce(moment));
  if (bestFailed < failed - SAFER) return joined(riskOf(failed), saferRisk(bestFailed, failed));
  return higherPortion(moment) || difference(moment) || atOnce(moment) || aboutWorms(moment, move, best);
}

const joined = (...sentences: string[]) => sentences.filter(Boolean).join(" ");

function riskOf(failed: number): string {
  return failed > HOPELESS ? m.kart_why_hopeless() : riskInWords(failed, m.kart_why_wrong, m.kart_why_works, m.kart_why_even);
}

function otherRisk(failed: number): string {
  return failed < NEARLY_SAFE ? m.kart_why_other_safe() : riskInWords(failed, m.kart_why_other_wrong, m.kart_why_other_works, m.kart_why_other_even);
}

/** The risk of a safer choice; risks that are told alike are not told twice. */
const saferRisk = (bestFailed: number, failed: number) => (riskOf(bestFailed) === riskOf(failed) ? m.kart_why_other_safer() : otherRisk(bestFailed));

const servedWith = (portion: string | null | undefined) => (portion == null ? "" : m.kart_why_served({ portion }));

/** How much more the round brings by the better choice. */
const moreBy = ({ gain, best_gain: bestGain }: WinMoment) => (gain == null || bestGain == null ? 0 : bestGain - gain);
const amountOf = (gain: number) => amountInWords(gain, "worms");

function outAtOnce(moment: WinMoment): string {
  const more = moreBy(moment);
  return more < WORTH_SAYING ? joined(m.kart_why_out_better(), atOnce(moment)) : m.kart_why_out_more({ amount: amountOf(more) });
}

/** Which portions are served most often; nothing where that does not speak for the better choice. */
function higherPortion({ likely, best_likely: better }: WinMoment): string {
  return likely == null || better == null || Number(better) <= Number(likely) ? "" : m.kart_why_higher({ portion: likely, better });
}

function difference(moment: WinMoment): string {
  const more = moreBy(moment);
  return more < WORTH_SAYING ? "" : m.kart_why_more({ amount: amountOf(more) });
}

/** What the better choice does at once that the other one does not. */
function atOnce({ counts, best_counts: bestCounts, left, best_left: bestLeft }: WinMoment): string {
  if (counts == null || bestCounts == null || left == null || bestLeft == null) return "";
  if (bestLeft > left) return m.kart_why_keeps({ count: bestLeft - left });
  if (bestCounts > counts) return m.kart_why_counts({ count: bestCounts - counts });
  return bestLeft === left && bestCounts < counts ? m.kart_why_keeps_higher() : "";
}

/** Where nothing else differs: whether a worm is laid. */
function aboutWorms({ layout = [] }: WinMoment, move: string, best: string): string {
  const worms = (each: string) => each.startsWith("lay W");
  if (worms(move) === worms(best)) return "";
  if (worms(move)) return m.kart_why_keeps_worms();
  return hasWorm(layout) ? "" : m.kart_why_needs_worm();
}
