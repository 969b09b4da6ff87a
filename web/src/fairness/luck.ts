// How a game's luck follows from the numbers of a source: each game has its own mapping, the others the generic one.
import { chanceIn } from "../wire/textGame";
import type { Frame } from "../wire/types";
import { choose, type Source } from "./mapping";
import { bare, chanceSteps } from "./outcomes";
import type { FairRecord } from "./record";

/** One outcome of chance: what the record has, and what it must be. */
export interface Outcome {
  shown: string;
  due: (source: Source) => string;
}

export interface Luck {
  /** Whether every link is shown with its outcome; null where the proof itself has to tell. */
  readonly open: boolean | null;
  /** The outcomes of a game in order. */
  outcomes(record: FairRecord, frames: readonly Frame[]): Iterable<Outcome>;
}

/** Integer weights decide: the frames name all outcomes that were possible. */
export const genericLuck: Luck = {
  open: null,
  *outcomes(record, frames) {
    const drawn = frames.flatMap(chanceIn);
    const steps = chanceSteps(record);
    for (const [place, shown] of steps.entries()) {
      const weights = drawn[place]?.weights ?? [];
      yield { shown, due: (source) => (weights.length > 0 ? bare(choose(source, weights)) : "?") };
    }
  },
};
