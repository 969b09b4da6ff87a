// The tutorial: a recorded game, the tutor's text for each step, and its answers to other moves.
import type { TutorWords } from "../../table/gameModule";
import { m } from "../../words/messages.js";
import { cardOf } from "./cards";

export { default as recorded } from "./lesson.json";

// Written out, so that only the lesson loads these words.
export const words: Readonly<Record<string, TutorWords>> = {
  ke_hello: { text: m.learn_ke_hello, mood: "happy" },
  ke_lay: { text: m.learn_ke_lay, hint: m.learn_ke_lay_hint },
  ke_worm: { text: m.learn_ke_worm, hint: m.learn_ke_worm_hint },
  ke_invalid: { text: m.learn_ke_invalid },
  ke_five: { text: m.learn_ke_five, hint: m.learn_ke_five_hint },
  ke_steal: { text: m.learn_ke_steal, hint: m.learn_ke_steal_hint, mood: "happy" },
  ke_served: { text: m.learn_ke_served, mood: "happy" },
  ke_tie: { text: m.learn_ke_tie },
  ke_zero: { text: m.learn_ke_zero },
  ke_out: { text: m.learn_ke_out },
  ke_end: { text: m.learn_ke_end, mood: "happy" },
};

/** A selector for what has to be pressed to make a move: every card of a layout. */
export function target(move: string): string {
  const [word, ...what] = move.split(" ");
  if (word === "lay") return what.map((card) => `[data-card="${cardOf(card)}"]`).join(", ");
  return `[data-action=${what[0] ?? "out"}]`;
}
