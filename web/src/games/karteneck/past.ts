// The part of Karteneck's module for finished games.
import type { FairnessWords, HighlightRules } from "../../table/gameModule";
import { m } from "../../words/messages.js";
import { portionCaught, portionTheft } from "../portions/theft";
import { boldestServing } from "./bold";
import OpenHands from "./OpenHands.svelte";

export { luck } from "./luck";
export { OpenHands };

export const fairness: FairnessWords = {
  outcomes: m.arch_draws,
  wrong: m.arch_unfair_draw,
  how: () => [m.arch_fair_shuffle()],
};

export const highlights: HighlightRules = {
  theft: portionTheft,
  caught: portionCaught,
  bravest: boldestServing,
  failure: () => null,
  failed: (event) => (event.event === "DroppedOut" && !event.valid ? event.seat : null),
  prize: null,
  words: { theft: m.arch_theft, failures: m.arch_dropped, steady: m.arch_steady_cards, tied: m.arch_margin_none },
};
