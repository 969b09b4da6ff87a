// The luck of the dice games: every roll follows from one number.
import type { Luck } from "../../fairness/luck";
import { roll } from "../../fairness/mapping";
import { chanceSteps } from "../../fairness/outcomes";

/** The luck of dice with these faces. */
export const diceLuck = (faces: string): Luck => ({
  open: true,
  *outcomes(record) {
    for (const shown of chanceSteps(record)) yield { shown, due: (source) => roll(source, shown.length, faces) };
  },
});
