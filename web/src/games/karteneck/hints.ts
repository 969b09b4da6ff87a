// Hints for newcomers in their first game with cards.
import type { Hint } from "../../table/gameModule";
import { m } from "../../words/messages.js";
import { asKarteneck } from "./position";

/** Cards above the highest value are worms. */
const HIGHEST_VALUE = 5;

const layout = (position: Parameters<Hint["when"]>[0]) => {
  const found = asKarteneck(position);
  return found?.seat == null ? [] : (found.layouts[found.seat] ?? []);
};

export const HINTS: readonly Hint[] = [
  { name: "goal", text: m.hint_goal_karteneck, target: ".grill, .board", when: (position) => layout(position).length === 0 },
  { name: "sorts", text: m.hint_sorts, target: "[data-card]", when: (position) => layout(position).length > 0 },
  { name: "out", text: m.hint_out, target: "[data-action=out], .out", when: (position) => layout(position).some((card) => card > HIGHEST_VALUE) },
];
