// Why another choice was better, by how the rest of the round went in simulations of both: what tells the two apart and
// speaks for the better one. These are played by simple heuristics: where they say the opposite, they have no reason to give.
import type { Scene } from "../../table/gameModule";
import { HOPELESS, NEARLY_SAFE, riskInWords, SAFER } from "../../table/risks";
import type { WinMoment } from "../../wire/types";
import { m } from "../../words/messages.js";
import { hasWorm, totalOf } from "./cards";
import { asKarteneck } from "./position";

/** A gain in the round that is higher by this is more than simulations may be mistaken. */
const WORTH_SAYING = 0.3;
/** A choice that fails more often than this is not recommended by its risk. */
const RISKY = 0.6;

/** Why the better choice was better than the one that was made; empty if no single reason shows. */
export function whyBetter(moment: WinMoment, move: string, best: string, scene: Scene | null): string {
  if (best === "out steal") return theft(moment, scene);
  const failed = realRisk(moment, move, moment.failed);
  const bestFailed = realRisk(moment, best, moment.best_failed);
  if (failed == null || bestFailed == null) return "";
  const lowest = scene === null ? null : (asKarteneck(scene.position)?.grill[0] ?? null);
  if (best === "out" && bestFailed === 1) return outAtOnce(moment, failed, lowest);
  if (bestFailed < failed - SAFER) return move === "out" ? stayingIn(moment, bestFailed, lowest) : safer(failed, bestFailed);
  return bestFailed > failed + SAFER ? "" : portion(moment, best);
}

const joined = (...sentences: string[]) => sentences.filter(Boolean).join(" ");

/** With a worm in the hand no layout has to end without one: then simulations say nothing. */
const realRisk = ({ hand = [] }: WinMoment, move: string, failed: number | null | undefined) => (move.startsWith("lay") && failed && hasWorm(hand) ? null : failed);

function theft({ layout = [] }: WinMoment, scene: Scene | null): string {
  const stolen = totalOf(layout);
  const position = scene === null ? null : asKarteneck(scene.position);
  const victim = position?.stacks.findIndex((stack, seat) => seat !== position.turn_of && stack.at(-1) === stolen) ?? -1;
  return scene === null || victim < 0 ? m.kart_why_steals({ portion: stolen }) : m.kart_why_steals_from({ portion: stolen, name: scene.nameOf(victim) });
}

function riskOf(failed: number): string {
  return failed > HOPELESS ? m.kart_why_hopeless() : riskInWords(failed, m.kart_why_wrong, m.kart_why_works, m.kart_why_even);
}

function otherRisk(failed: number): string {
  return failed < NEARLY_SAFE ? m.kart_why_other_safe() : riskInWords(failed, m.kart_why_other_wrong, m.kart_why_other_works, m.kart_why_other_even);
}

/** Somebody dropped out for the lowest portion: how laying would have gone on. */
function stayingIn({ best_likely: likely }: WinMoment, bestFailed: number, lowest: number | null): string {
  if (bestFailed > RISKY) return "";
  const higher = likely != null && Number(likely) > (lowest ?? 0);
  return joined(m.kart_why_out(), otherRisk(bestFailed), higher ? m.kart_why_served({ portion: likely }) : "");
}

/** Both risks; those that are told alike are not told twice. */
function safer(failed: number, bestFailed: number): string {
  if (bestFailed > RISKY) return "";
  return joined(riskOf(failed), riskOf(bestFailed) === riskOf(failed) ? m.kart_why_other_safer() : otherRisk(bestFailed));
}

/** Somebody should have taken the lowest portion at once: it is certain, or more than what laying leads to. */
function outAtOnce({ likely }: WinMoment, failed: number, lowest: number | null): string {
  if (lowest === 0) return "";
  if (failed > SAFER) return joined(riskOf(failed), lowest === null ? m.kart_why_out_better() : m.kart_why_out_certain({ portion: lowest }));
  return lowest === null || likely == null || lowest <= Number(likely) ? "" : m.kart_why_out_higher({ portion: lowest, likely });
}

/** Of choices that are equally safe, one is served a higher portion, or as high a one for fewer cards. */
function portion(moment: WinMoment, best: string): string {
  const { likely, best_likely: better, counts, best_counts: bestCounts, left, best_left: bestLeft } = moment;
  const more = (moment.best_gain ?? 0) - (moment.gain ?? 0);
  if (likely == null || better == null || more < 0) return "";
  if (Number(better) > Number(likely)) return more > 0 ? m.kart_why_higher({ portion: likely, better }) : "";
  if (better !== likely || counts == null || bestCounts == null || left == null || bestLeft == null) return "";
  if (bestCounts > counts && more >= WORTH_SAYING) return m.kart_why_total({ better: bestCounts, count: counts });
  return bestLeft > left && best.startsWith("lay") ? m.kart_why_as_well({ portion: better, count: bestLeft - left }) : "";
}
