// How a game's luck follows from the numbers of a source: each game has its own mapping, the others the generic one.
import type { Frame } from "../wire/types";
import { choose, type Source } from "./mapping";
import { bare, chanceSteps } from "./outcomes";
import type { FairRecord } from "./record";

/** One outcome of chance: what the record has, and what it must be. */
export interface Outcome {
  shown: string;
  /** Null where it cannot be worked out here. */
  due: ((source: Source) => string) | null;
}

export interface Luck {
  /** Whether every link is shown with its outcome; null where the proof itself has to tell. */
  readonly open: boolean | null;
  /** The outcomes of a game in order. */
  outcomes(record: FairRecord, frames: readonly Frame[]): Iterable<Outcome>;
}

/** Integer weights decide: the frames name all outcomes that were possible, unless they are secret. */
export const genericLuck: Luck = {
  open: null,
  *outcomes(record, frames) {
    const drawn = frames.flatMap(({ chance = [] }) => chance);
    const steps = chanceSteps(record);
    for (const [place, shown] of steps.entries()) {
      const weights = drawn.length === steps.length ? drawn[place]?.weights : undefined;
      yield { shown, due: weights ? (source) => bare(choose(source, weights)) : null };
    }
  },
};
