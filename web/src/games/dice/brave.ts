// The bravest throw of a game: the one that was most likely to fail, and did not.
import type { HighlightRules } from "../../table/gameModule";
import { m } from "../../words/messages.js";

const FACES = 6;
/** A throw with less risk than this took no courage. */
const COURAGE = 0.1;

export const bravestThrow: HighlightRules["bravest"] = (events) => {
  let kept = new Set<string>();
  let bravest = { seat: 0, count: 0, risk: COURAGE };
  events.forEach((event, place) => {
    if (event.event === "FaceKept") {
      kept.add(event.face);
    } else if (event.event === "DiceRolled") {
      // Every die may show one of the faces that are kept already.
      const risk = (kept.size / FACES) ** event.dice.length;
      const failed = events[place + 1]?.event === "AttemptFailed";
      if (!failed && risk > bravest.risk) bravest = { seat: event.seat, count: event.dice.length, risk };
    } else {
      kept = new Set();
    }
  });
  const { seat, count } = bravest;
  return count > 0 ? { seat, title: m.result_throw(), text: ({ name }) => m.result_throw_text({ name, count }) } : null;
};
