// Outcomes of chance as a record writes them.
import type { FairRecord } from "./record";

/** An outcome without the `=` that distinguishes it from a move. */
export const bare = (step: string) => step.replace(/^=/, "");

/** The outcomes of chance in a record, in order. */
export const chanceSteps = (record: FairRecord) => record.steps.filter((step) => step.startsWith("=")).map(bare);
