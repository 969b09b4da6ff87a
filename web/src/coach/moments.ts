// The decisions of a game that cost most, ready to be shown: by the chance to win where it is known, else by worms or points.
import type { GameModule, Scene } from "../table/gameModule";
import { NEARLY_SAFE, riskInWords, SAFER } from "../table/risks";
import { chance, exactly, plain, signed } from "../ui/numbers";
import type { Moment, Review, WinJudged, WinMoment } from "../wire/types";
import { m } from "../words/messages.js";
import { lossInWords, timesInWords } from "./chances";
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

/** Where the chances to fail differ by more than this, both are said. */
const BOTH_RISKS = 0.1;
/** A loss below this is a little, as a share of wins. */
const LITTLE = 0.03;
/** Follows a number of worms or points where all results with so many or more are meant. */
const AND_MORE = "+";

/** A seat's costliest decisions, the worst first. `sceneAt` returns what lay on the table before a step. */
export function momentsOf(review: Review, seat: number, module: Words, own: boolean, sceneAt: (step: number) => Scene | null = () => null): ToldMoment[] {
  const { wins } = review;
  if (!wins) return review.moments.filter((moment) => moment.seat === seat).map((moment) => byGain(review, moment, module, own));
  const judged = new Map(wins.decisions.map((decision) => [decision.step, decision]));
  return wins.moments.filter((moment) => moment.seat === seat).flatMap((moment) => {
    const found = judged.get(moment.step);
    return found ? [byWins(review, moment, found, module, own, sceneAt(moment.step))] : [];
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

function byWins(review: Review, moment: WinMoment, judged: WinJudged, module: Words, own: boolean, scene: Scene | null): ToldMoment {
  const { move, turn } = judgedOf(review, moment);
  const title = (each: string) => module.coach?.move(each, moment) ?? each;
  return {
    step: moment.step, turn, situation: moment,
    cost: (own ? m.review_cost : m.review_cost_other)({ amount: lossInWords(judged.lost) }),
    costFigure: m.review_instead({ chance: exactly(judged.win), best: exactly(judged.best_win) }),
    why: (module.coach?.why ?? whyOf(module))(moment, move, judged.best, scene) || noReason(judged.lost),
    chosen: { title: title(move), figure: exactly(judged.win) },
    better: { title: title(judged.best), figure: exactly(judged.best_win) },
  };
}

const noReason = (lost: number) => (lost < LITTLE ? m.moment_no_reason_little() : m.moment_no_reason());

const whyOf = ({ coach, unit }: Words) => (moment: WinMoment, move: string, best: string) =>
  whyInWords(moment, move, best, (name) => (name.endsWith(AND_MORE) ? atLeast(Number(name.slice(0, -1)), unit) : (coach?.result(name) ?? name)));

const atLeast = (count: number, unit: string) => (unit === "worms" ? m.moment_worms({ count }) : m.moment_points({ count }));

const joined = (...sentences: string[]) => sentences.filter(Boolean).join(" ");

const riskOf = (failed: number) => riskInWords(failed, m.coach_wrong_in, m.coach_works_in, m.coach_even_odds);

/** Why another choice was better in a turn with dice, by how the two would have gone on; empty where no single reason shows. */
export function whyInWords(moment: WinMoment, move: string, best: string, nameOf: (result: string) => string): string {
  const { failed, best_failed: bestFailed, total = 0 } = moment;
  if (failed == null || bestFailed == null) return "";
  const likely = moment.best_likely == null ? null : nameOf(moment.best_likely);
  if (move.startsWith("keep")) {
    const reason = otherDice(moment, failed, bestFailed, nameOf);
    return reason && joined(riskOf(failed), reason);
  }
  if (move === "roll") {
    const better = bestFailed > 0 ? m.moment_fail_better() : likely === null ? "" : m.moment_certain({ result: likely });
    return joined(m.moment_rolled({ total }), riskOf(failed), better);
  }
  if (best === "roll") return joined(m.moment_stopped({ total }), anotherRoll(moment, bestFailed, nameOf));
  return likely === null || moment.likely == null ? "" : otherPrize(move, best, likely, nameOf(moment.likely));
}

/** Why one more throw was better: what it leads to, against its risk. */
function anotherRoll(moment: WinMoment, failed: number, nameOf: (result: string) => string): string {
  const risk = riskInWords(failed, m.coach_roll_wrong_in, m.coach_roll_works_in, m.coach_roll_even);
  const atStake = moment.likely != null && failed >= BOTH_RISKS;
  const { decisive, best_chance: share, best_likely: likely } = moment;
  if (decisive != null && share != null) return joined(risk, (atStake ? m.moment_roll_but : m.moment_roll_leads)({ result: nameOf(decisive), best: timesInWords(share) }));
  if (atStake) return joined(risk, m.moment_roll_makes_up());
  return joined(risk, likely == null ? "" : m.coach_likely({ result: nameOf(likely) }));
}

/** What another prize does that the one that was taken does not. */
function otherPrize(move: string, best: string, better: string, result: string): string {
  const steals = (each: string) => each.startsWith("steal");
  if (steals(move) === steals(best)) return m.moment_prize({ better, result });
  return steals(best) ? m.moment_prize_steal({ better }) : m.moment_prize_take({ better });
}

/** What other dice do: they lead more often to what is worth most, or they are safer. Both risks are said where they differ much. */
function otherDice(moment: WinMoment, failed: number, bestFailed: number, nameOf: (result: string) => string): string {
  const riskier = bestFailed > failed + BOTH_RISKS;
  const reason = moment.decisive == null ? "" : leadsTo(moment, nameOf(moment.decisive), riskier, bestFailed < failed - BOTH_RISKS);
  if (riskier) return joined(riskInWords(bestFailed, m.moment_other_wrong, m.moment_other_works, m.moment_other_even), reason || m.moment_makes_up());
  if (reason) return joined(bestFailed < failed - BOTH_RISKS ? saferDice(failed, bestFailed) : "", reason);
  return bestFailed < failed - SAFER ? saferDice(failed, bestFailed) : "";
}

/** How much likelier the decisive result is with the other dice, or less likely. */
function leadsTo({ chance: before, best_chance: after }: WinMoment, result: string, riskier: boolean, safer: boolean): string {
  if (before == null || after == null) return "";
  if (after === 1) return m.moment_make_certain({ result });
  if (after === 0) return m.moment_never({ result });
  const figures = { result, best: timesInWords(after), chance: timesInWords(before) };
  if (before === 0) return m.moment_only(figures);
  if (figures.best === figures.chance) return after > before ? m.moment_little_more({ result }) : "";
  if (after < before) return m.moment_less_often(figures);
  return (riskier ? m.moment_more_but : safer ? m.moment_more_and : m.moment_more_often)(figures);
}

/** The risk of safer dice; risks that are told alike are not told twice. */
function saferDice(failed: number, bestFailed: number): string {
  if (bestFailed < NEARLY_SAFE) return m.moment_safer_safe();
  const told = (risk: number) => riskInWords(risk, m.moment_safer_wrong, m.moment_safer_works, m.moment_safer_even);
  return told(bestFailed) === told(failed) ? m.moment_safer_little() : told(bestFailed);
}
