// Portions that are won or stolen, for the highlights of a game.
import type { HighlightRules } from "../../table/gameModule";
import { wormsOn } from "../shared/material";

/** The worth printed on the portion: the thief's score may change by much more in the same step. */
export const portionTheft: HighlightRules["theft"] = (event, replay) =>
  event.event === "PortionStolen"
    ? { seat: event.seat, victim: event.victim, thing: event.portion, gain: wormsOn(replay, event.portion) }
    : null;

export const portionCaught: HighlightRules["caught"] = (event, replay) =>
  event.event === "PortionTaken" || event.event === "PortionServed"
    ? { seat: event.seat, thing: event.portion, gain: wormsOn(replay, event.portion) }
    : null;
