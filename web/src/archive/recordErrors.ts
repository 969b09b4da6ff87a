// Messages for files that cannot be shown: the reason, and what to do about it.
import { Problem } from "../wire/http";
import { errorInWords } from "../wire/refusals";
import { m } from "../words/messages.js";

const WORDS: Readonly<Record<string, () => string>> = {
  bad_record: m.arch_bad_record,
  bad_players: m.arch_bad_record,
  not_canonical: m.arch_bad_record,
  bad_format: m.arch_bad_format,
  unknown_game: m.arch_bad_format,
  too_long: m.arch_bad_long,
  too_many_steps: m.arch_bad_long,
  cut_off: m.arch_bad_end,
  bad_outcome: m.arch_bad_end,
  unreachable: m.problem_unreachable,
  too_fast: m.problem_too_fast,
};

/** The codes that have words. */
export const KNOWN: readonly string[] = Object.keys(WORDS);

export function badRecord(error: unknown): string {
  if (!(error instanceof Problem)) return errorInWords(error);
  const { step, rule } = error.about;
  if (step !== undefined) return m.arch_bad_step({ step, rule: rule ? ` (${rule})` : "" });
  const words = WORDS[error.code];
  if (words) return words();
  return error.status === 400 ? m.arch_bad_record() : errorInWords(error);
}
