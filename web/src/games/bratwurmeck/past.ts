// The part of Bratwurmeck's module for finished games.
import type { HighlightRules } from "../../table/gameModule";
import { m } from "../../words/messages.js";
import { bravestThrow } from "../dice/brave";
import { diceLuck } from "../dice/luck";
import { DICE_FAILURES } from "../dice/module";
import { portionCaught, portionTheft } from "../portions/theft";

export { DICE_FAIRNESS as fairness } from "../dice/past";
export const OpenHands = null;
export const luck = diceLuck("12345W");

export const highlights: HighlightRules = {
  ...DICE_FAILURES,
  caught: portionCaught,
  bravest: bravestThrow,
  theft: portionTheft,
  prize: null,
  words: { theft: m.arch_theft, failures: m.arch_failed, steady: m.arch_steady, tied: m.arch_margin_none },
};
