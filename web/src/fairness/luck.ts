// How a game's luck follows from the numbers of a source: our games have their own mappings, all others the generic one.
import type { Frame } from "../wire/types";
import { choose, type Source } from "./mapping";
import { bare, chanceSteps } from "./outcomes";
import type { FairRecord } from "./record";

/** One outcome of chance: the recorded one, and the one that must follow. */
export interface Outcome {
  shown: string;
  /** Null if it cannot be computed here. */
  due: ((source: Source) => string) | null;
}

export interface Luck {
  /** Whether every link is shown with its outcome; null if only the proof shows it. */
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
