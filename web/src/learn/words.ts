// What the tutor says in each step of the lessons, and what it answers when one tries something else.
import { m } from "../words/messages.js";

export interface Words {
  text: () => string;
  hint?: () => string;
  mood?: "happy" | "alarmed";
}

// Written out: so only the lessons load these words.
export const words: Readonly<Record<string, Words>> = {
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
  bq_hello: { text: m.learn_bq_hello, mood: "happy" },
  bq_keep: { text: m.learn_bq_keep, hint: m.learn_bq_keep_hint },
  bq_roll: { text: m.learn_bq_roll },
  bq_worm: { text: m.learn_bq_worm, hint: m.learn_bq_worm_hint },
  bq_short: { text: m.learn_bq_short },
  bq_four: { text: m.learn_bq_four, hint: m.learn_bq_four_hint },
  bq_stop: { text: m.learn_bq_stop, hint: m.learn_bq_stop_hint },
  bq_watch: { text: m.learn_bq_watch },
  bq_pushed: { text: m.learn_bq_pushed, mood: "alarmed" },
  bq_back: { text: m.learn_bq_back, hint: m.learn_bq_back_hint },
  bq_returned: { text: m.learn_bq_returned, mood: "happy" },
  bq_secure: { text: m.learn_bq_secure, hint: m.learn_bq_secure_hint },
  bq_secured: { text: m.learn_bq_secured, mood: "happy" },
  bq_fail: { text: m.learn_bq_fail, hint: m.learn_bq_fail_hint },
  bq_failed: { text: m.learn_bq_failed, mood: "alarmed" },
  bq_snail: { text: m.learn_bq_snail, hint: m.learn_bq_snail_hint },
  bq_high: { text: m.learn_bq_high, mood: "happy" },
  bq_last: { text: m.learn_bq_last },
  bq_end: { text: m.learn_bq_end, mood: "happy" },
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
