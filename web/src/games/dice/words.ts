// What to do in a turn with dice, and how likely it is to fail, in a few words.
import type { TableFeed } from "../../table/feed";
import { m } from "../../words/messages.js";
import type { DiceTurn } from "./diceTurn.svelte";
import { chanceOfFailure, type Plan } from "./plan";

/** What to do now, for the player to act. */
export function hintFor(turn: DiceTurn): string {
  if (turn.plan) return turn.plan.roll ? m.choose_go_on() : m.choose_stop();
  return turn.plans.size > 0 ? m.choose_face() : "";
}

/** Chances of failure below this are not mentioned. */
const SAFE = 0.03;

/** The chance that rolling on fails, if the coach may show it. */
export function riskOf(plan: Plan, feed: TableFeed): string {
  if (!feed.advisor?.on) return "";
  const chance = chanceOfFailure(plan);
  return chance < SAFE ? m.dice_safe() : m.dice_wrong({ count: Math.round(1 / chance) });
}
