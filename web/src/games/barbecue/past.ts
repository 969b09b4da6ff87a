// The part of Barbecue's module for finished games.
import type { HighlightRules } from "../../table/gameModule";
import { m } from "../../words/messages.js";
import { bravestThrow } from "../dice/brave";
import { diceLuck } from "../dice/luck";
import { DICE_FAILURES } from "../dice/module";

export { DICE_FAIRNESS as fairness } from "../dice/past";
export const OpenHands = null;
export const luck = diceLuck("12346W");

export const highlights: HighlightRules = {
  ...DICE_FAILURES,
  caught: (event) =>
    event.event === "PlatePlaced" || event.event === "SpotSecured" ? { seat: event.seat, thing: event.spot, gain: event.worms } : null,
  bravest: bravestThrow,
  theft: (event) =>
    event.event === "PlateReplaced" ? { seat: event.seat, victim: event.victim, thing: event.spot, gain: null } : null,
  prize: {
    seat: (event) => (event.event === "SnailTaken" ? event.seat : null),
    title: m.arch_snails_title,
    text: m.snails,
  },
  words: { theft: m.arch_theft_spot, failures: m.arch_failed, steady: m.arch_steady, tied: m.arch_margin_points },
};
