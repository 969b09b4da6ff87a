// The tutorial: a recorded game, the tutor's text for each step, and its answers to other moves.
import type { TutorWords } from "../../table/gameModule";
import { m } from "../../words/messages.js";

export { default as recorded } from "./lesson.json";
export { diceTarget as target } from "../dice/target";

// Written out, so that only the lesson loads these words.
export const words: Readonly<Record<string, TutorWords>> = {
  bw_hello: { text: m.learn_bw_hello, mood: "happy" },
  bw_keep: { text: m.learn_bw_keep, hint: m.learn_bw_keep_hint },
  bw_roll: { text: m.learn_bw_roll, hint: m.learn_bw_roll_hint },
  bw_worm: { text: m.learn_bw_worm, hint: m.learn_bw_worm_hint },
  bw_dare: { text: m.learn_bw_dare, hint: m.learn_bw_dare_hint },
  bw_five: { text: m.learn_bw_five, hint: m.learn_bw_five_hint },
  bw_take: { text: m.learn_bw_take, hint: m.learn_bw_take_hint, mood: "happy" },
  bw_watch: { text: m.learn_bw_watch },
  bw_plan: { text: m.learn_bw_plan, hint: m.learn_bw_plan_hint },
  bw_more: { text: m.learn_bw_more, hint: m.learn_bw_more_hint },
  bw_exact: { text: m.learn_bw_exact, hint: m.learn_bw_exact_hint },
  bw_steal: { text: m.learn_bw_steal, hint: m.learn_bw_steal_hint },
  bw_stolen: { text: m.learn_bw_stolen, mood: "happy" },
  bw_lower: { text: m.learn_bw_lower, hint: m.learn_bw_lower_hint },
  bw_lowered: { text: m.learn_bw_lowered, mood: "happy" },
  bw_fail: { text: m.learn_bw_fail, hint: m.learn_bw_fail_hint },
  bw_failed: { text: m.learn_bw_failed, mood: "alarmed" },
  bw_spared: { text: m.learn_bw_spared },
  bw_last: { text: m.learn_bw_last, hint: m.learn_bw_last_hint },
  bw_end: { text: m.learn_bw_end, mood: "happy" },
};
