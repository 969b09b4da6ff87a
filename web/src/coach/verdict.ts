// The coach's advice in words: a headline, a reason or two, and a word for every choice.
import { amountInWords, HARDLY } from "../table/amounts";
import type { OnTable } from "../table/gameModule";
import type { GameModule, Situation } from "../table/gameModule";
import { riskInWords } from "../table/risks";
import type { Advice, Option, Result } from "../wire/types";
import { m } from "../words/messages.js";
import { chanceInWords, lossInWords, NO_LOSS } from "./chances";

export type Grade = "good" | "risky" | "fair" | "poor" | "better" | "equal" | "worse";

export interface Choice {
  option: Option;
  /** What it does, as on a button. */
  title: string;
  grade: Grade;
  /** How full its bar is, from 0 to 1. */
  share: number;
}

export interface Verdict {
  headline: string;
  reasons: string[];
  choices: Choice[];
}

/** Losses up to this count as none, in worms or points. */
const CLOSE = 0.2;
/** Losses from this on are blunders. */
const BLUNDER = 0.75;
/** A loss up to this is none, as a share of wins in a game for two; with more players it is less. */
const WIN_CLOSE = 0.005;
/** A loss from here on is a blunder, likewise. */
const WIN_BLUNDER = 0.03;
/** A choice with a lower chance of success is risky. */
const SAFE = 0.55;
/** A chance of success that is lower by this makes a choice the riskier one. */
const RISKIER = 0.05;
/** Minimum scale of the bars, so that small differences look small. */
const SPREAD = 1;
/** The same as a share of wins in a game for two. */
const WIN_SPREAD = 0.1;
/** Minimum length of a bar, so that it stays visible. */
const LEAST_SHARE = 0.08;
/** Differences below this many standard errors may be chance. */
const ERRORS = 2;

const GRADES: Readonly<Record<Grade, () => string>> = {
  good: m.coach_good, risky: m.coach_risky, fair: m.coach_fair, poor: m.coach_poor,
  better: m.coach_grade_better, equal: m.coach_grade_equal, worse: m.coach_grade_worse,
};
export const gradeInWords = (grade: Grade) => GRADES[grade]();

/** Put advice into words. */
export function verdictOf(advice: Advice, at: OnTable, module: Pick<GameModule, "coach" | "unit">): Verdict | null {
  const [best, second] = advice.options;
  const { coach, unit } = module;
  if (!best || !coach) return null;
  const title = (option: Option) => coach.move(option.move, at.position as Situation);
  const byWins = best.win != null;
  const seats = at.table.seats.length;
  const grade = (option: Option) => (advice.exact || byWins ? exactGrade(option, best, seats) : estimatedGrade(option, advice.options));
  const shares = sharesOf(advice.options, seats);
  const choices = advice.options.map((option, place) => ({ option, title: title(option), grade: grade(option), share: shares[place] ?? 1 }));
  const chances = advice.exact ? odds(best, (name) => coach.result(name), coach.certain(best.move, at)) : [];
  const reasons = byWins
    ? [[m.coach_wins({ chance: chanceInWords(best.win ?? 0) }), ...chances].join(" "), ...rival(advice, title, unit)]
    : advice.exact
    ? [...chances, ...alternative(advice.options, title, unit)]
    : [standing(best.gain, unit), ...(second ? [estimatedAlternative(best, second, title(second), unit)] : [])];
  return { headline: headline(title(best), grade(best), advice.options.length), reasons: reasons.slice(0, 2), choices };
}

/** What counts is what is lost against the best choice: of the chance to win, or where that is not known of the gain. */
export function exactGrade(option: Option, best: Option, seats = 2): Grade {
  const byWins = best.win != null && option.win != null;
  const loss = byWins ? best.win! - option.win! : best.gain - option.gain;
  // The more players there are, the smaller everybody's share is, and what can be lost of it.
  const [close, blunder] = byWins ? [WIN_CLOSE * (2 / seats), WIN_BLUNDER * (2 / seats)] : [CLOSE, BLUNDER];
  if (loss >= blunder) return "poor";
  const success = option.success ?? 1;
  const possible = success > 0; // what cannot succeed is no risk
  if (possible && success < SAFE) return "risky";
  if (loss <= close) return "good";
  // A small loss: by its risk, or by winning too little.
  return possible && success < (best.success ?? 1) - RISKIER ? "risky" : "fair";
}

/** Estimates count as different only if they differ by more than their error. */
export function estimatedGrade(option: Option, options: readonly Option[]): Grade {
  const [best, second] = options;
  if (!best) return "equal";
  if (option !== best) return differ(best, option) ? "worse" : "equal";
  return second && !differ(best, second) ? "equal" : "better";
}

const differ = (one: Option, other: Option) => one.gain - other.gain > ERRORS * Math.hypot(one.error ?? 0, other.error ?? 0);

function sharesOf(options: readonly Option[], seats: number): number[] {
  const byWins = options.every(({ win }) => win != null);
  const gains = options.map(({ gain, win }) => (byWins ? (win ?? 0) : gain));
  const most = Math.max(...gains);
  const spread = Math.max(byWins ? WIN_SPREAD * (2 / seats) : SPREAD, most - Math.min(...gains));
  return gains.map((gain) => Math.max(LEAST_SHARE, 1 - (most - gain) / spread));
}

function headline(move: string, grade: Grade, choices: number): string {
  if (choices === 1) return m.coach_head_only({ move });
  if (grade === "better") return m.coach_head_better({ move });
  if (grade === "equal") return m.coach_head_equal({ move });
  return grade === "good" ? m.coach_head_good({ move }) : m.coach_head_risky({ move });
}

/** The chance of success of a choice, and its most frequent result. */
function odds({ move, results = [] }: Option, nameOf: (result: string) => string, certain: string | null): string[] {
  const failed = chanceToFail(results);
  const won = results.filter(({ name }) => name !== "failed").sort((a, b) => b.chance - a.chance)[0];
  if (failed < 1e-9 && results.length === 1 && won) {
    return [certain ?? (move.startsWith("keep") ? m.coach_certain_keep : m.coach_certain)({ result: nameOf(won.name) })];
  }
  const likely = won && won.chance > 0.25 ? m.coach_likely({ result: nameOf(won.name) }) : "";
  return [[riskInWords(failed, m.coach_wrong_in, m.coach_works_in, m.coach_even_odds), likely].filter(Boolean).join(" ")];
}

const chanceToFail = (results: readonly Result[]) => results.find(({ name }) => name === "failed")?.chance ?? 0;

/** The alternative to compare with: one more throw if stopping is best, else the next choice. */
function alternative(options: readonly Option[], title: (option: Option) => string, unit: string): string[] {
  const [best, second] = options;
  if (!best || !second) return [];
  const roll = options.find(({ move }) => move === "roll");
  if (roll && roll !== best) return [riskInWords(chanceToFail(roll.results ?? []), m.coach_roll_wrong_in, m.coach_roll_works_in, m.coach_roll_even)];
  const loss = best.gain - second.gain;
  return [loss < HARDLY ? m.coach_second_same({ move: title(second) }) : m.coach_second_less({ move: title(second), amount: amountInWords(loss, unit) })];
}

/** Against what else, by the chance to win: what would bring more, one more throw where stopping is best, or the next choice. */
function rival({ options, exact }: Advice, title: (option: Option) => string, unit: string): string[] {
  const [best, second] = options;
  if (!best || !second) return [];
  const most = options.reduce((one, other) => (other.gain > one.gain ? other : one));
  if (exact && most.gain - best.gain > CLOSE) return [m.coach_more_but({ move: title(most), amount: amountInWords(most.gain - best.gain, unit) })];
  const loss = (best.win ?? 0) - (second.win ?? 0);
  if (loss < NO_LOSS) return [m.coach_second_wins_same({ move: title(second) })];
  return [m.coach_second_wins_less({ move: title(second), amount: lossInWords(loss) })];
}

function standing(gain: number, unit: string): string {
  if (Math.abs(gain) < CLOSE) return m.coach_why_level();
  return (gain > 0 ? m.coach_why_ahead : m.coach_why_behind)({ amount: amountInWords(gain, unit) });
}

function estimatedAlternative(best: Option, second: Option, move: string, unit: string): string {
  return differ(best, second) ? m.coach_why_worse({ move, amount: amountInWords(best.gain - second.gain, unit) }) : m.coach_why_equal({ move });
}
