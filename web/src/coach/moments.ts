// The decisions of a game that cost most, ready to be shown: by the chance to win where it is known, else by worms or points.
import type { GameModule } from "../table/gameModule";
import { NEARLY_SAFE, riskInWords, SAFER } from "../table/risks";
import { chance, exactly, plain, signed } from "../ui/numbers";
import type { Moment, Review, WinJudged, WinMoment } from "../wire/types";
import { m } from "../words/messages.js";
import { lossInWords } from "./chances";
import { costInWords, judgedOf } from "./review";
import { withUnit } from "./units";

export interface ToldMoment {
  step: number;
  turn: number;
  /** What lay there. */
  situation: Moment;
  /** What it cost in words, and as a figure. */
  cost: string;
  costFigure: string;
  /** Why the other choice was better; empty where there are only figures. */
  why: string;
  chosen: ToldMove;
  better: ToldMove;
}

export interface ToldMove {
  title: string;
  figure: string;
}

type Words = Pick<GameModule, "coach" | "unit">;

/** A seat's costliest decisions, the worst first. */
export function momentsOf(review: Review, seat: number, module: Words, own: boolean): ToldMoment[] {
  const { wins } = review;
  if (!wins) return review.moments.filter((moment) => moment.seat === seat).map((moment) => byGain(review, moment, module, own));
  const judged = new Map(wins.decisions.map((decision) => [decision.step, decision]));
  return wins.moments.filter((moment) => moment.seat === seat).flatMap((moment) => {
    const found = judged.get(moment.step);
    return found ? [byWins(review, moment, found, module, own)] : [];
  });
}

function byGain(review: Review, moment: Moment, module: Words, own: boolean): ToldMoment {
  const judged = judgedOf(review, moment);
  const figure = (share: number | null | undefined, gain: number) => `${share == null ? "" : `${chance(share)} · `}${signed(gain)}`;
  const title = (move: string) => module.coach?.move(move, moment) ?? move;
  return {
    step: moment.step, turn: judged.turn, situation: moment, why: "",
    cost: costInWords(judged.lost, module.unit, own),
    costFigure: m.coach_cost({ amount: withUnit(plain(judged.lost, 1), module.unit) }),
    chosen: { title: title(judged.move), figure: figure(moment.success, judged.gain) },
    better: { title: title(judged.best), figure: figure(moment.best_success, judged.best_gain) },
  };
}

function byWins(review: Review, moment: WinMoment, judged: WinJudged, module: Words, own: boolean): ToldMoment {
  const { move, turn } = judgedOf(review, moment);
  const title = (each: string) => module.coach?.move(each, moment) ?? each;
  return {
    step: moment.step, turn, situation: moment,
    cost: (own ? m.review_cost : m.review_cost_other)({ amount: lossInWords(judged.lost) }),
    costFigure: m.review_instead({ chance: exactly(judged.win), best: exactly(judged.best_win) }),
    why: module.coach?.why?.(moment, move, judged.best) ?? whyInWords(moment, move, judged.best, (name) => module.coach?.result(name) ?? name),
    chosen: { title: title(move), figure: exactly(judged.win) },
    better: { title: title(judged.best), figure: exactly(judged.best_win) },
  };
}

/** Why another choice was better in a turn with dice, by how the two would have gone on. */
export function whyInWords(moment: WinMoment, move: string, best: string, nameOf: (result: string) => string): string {
  const { failed, best_failed: bestFailed, total = 0 } = moment;
  if (failed == null || bestFailed == null) return "";
  const likely = moment.best_likely == null ? null : nameOf(moment.best_likely);
  if (move.startsWith("keep")) return [riskInWords(failed, m.coach_wrong_in, m.coach_works_in, m.coach_even_odds), otherDice(moment, failed, bestFailed, nameOf)].filter(Boolean).join(" ");
  if (move === "roll") {
    const better = bestFailed > 0 ? m.moment_fail_better() : likely === null ? "" : m.moment_certain({ result: likely });
    return [m.moment_rolled({ total }), riskInWords(failed, m.coach_wrong_in, m.coach_works_in, m.coach_even_odds), better].filter(Boolean).join(" ");
  }
  if (best === "roll") {
    const risk = riskInWords(bestFailed, m.coach_roll_wrong_in, m.coach_roll_works_in, m.coach_roll_even);
    return [m.moment_stopped({ total }), risk, likely === null ? "" : m.coach_likely({ result: likely })].filter(Boolean).join(" ");
  }
  return likely === null || moment.likely == null ? "" : otherPrize(move, best, likely, nameOf(moment.likely));
}

/** What another prize does that the one that was taken does not. */
function otherPrize(move: string, best: string, better: string, result: string): string {
  const steals = (each: string) => each.startsWith("steal");
  if (steals(move) === steals(best)) return m.moment_prize({ better, result });
  return steals(best) ? m.moment_prize_steal({ better }) : m.moment_prize_take({ better });
}

/** What other dice do: they are safer, or lead more often to what is worth most. */
function otherDice(moment: WinMoment, failed: number, bestFailed: number, nameOf: (result: string) => string): string {
  const { decisive, chance: before, best_chance: after } = moment;
  if (bestFailed < failed - SAFER || decisive == null || before == null || after == null) return saferDice(failed, bestFailed);
  const result = nameOf(decisive);
  if (after === 1) return m.moment_make_certain({ result });
  return (after > before ? m.moment_more_often : m.moment_less_often)({ result, best: exactly(after), chance: exactly(before) });
}

/** The risk of safer dice; risks that are told alike are not told twice. */
function saferDice(failed: number, bestFailed: number): string {
  if (bestFailed < NEARLY_SAFE) return m.moment_safer_safe();
  const told = (risk: number) => riskInWords(risk, m.moment_safer_wrong, m.moment_safer_works, m.moment_safer_even);
  return told(bestFailed) === told(failed) ? m.moment_safer_little() : told(bestFailed);
}
