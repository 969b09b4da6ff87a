// The tutorial: a recorded game, the tutor's text for each step, and its answers to other moves.
import type { TutorWords } from "../../table/gameModule";
import { m } from "../../words/messages.js";

export { default as recorded } from "./lesson.json";
export { diceTarget as target } from "../dice/target";

// Written out, so that only the lesson loads these words.
export const words: Readonly<Record<string, TutorWords>> = {
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
};
