// Words about the dice of a finished game.
import type { FairnessWords } from "../../table/gameModule";
import { m } from "../../words/messages.js";

export const DICE_FAIRNESS: FairnessWords = {
  outcomes: m.arch_rolls,
  wrong: m.arch_unfair_outcome,
  how: () => [m.arch_fair_chain(), m.arch_fair_outcomes()],
};
