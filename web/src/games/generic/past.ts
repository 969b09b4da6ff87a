// The part for finished games of a game without its own module.
import type { FairnessWords, HighlightRules } from "../../table/gameModule";
import { m } from "../../words/messages.js";

export { genericLuck as luck } from "../../fairness/luck";
export const OpenHands = null;

export const fairness: FairnessWords = {
  outcomes: m.arch_chances,
  wrong: m.arch_unfair_chance,
  how: () => [m.arch_fair_chain(), m.arch_fair_weights()],
};

/** Events have no meaning here: the highlights come from the scores alone. */
export const highlights: HighlightRules = {
  theft: () => null,
  caught: () => null,
  bravest: () => null,
  failure: () => null,
  failed: () => null,
  prize: null,
  words: { theft: m.arch_theft, failures: m.arch_failed, steady: m.arch_steady, tied: m.arch_tied },
};
