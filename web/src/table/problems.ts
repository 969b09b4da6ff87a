// Refusals in the reader's language where we have words for them, else in the server's.
import { m } from "../words/messages.js";

const WORDS: Readonly<Record<string, () => string>> = {
  unreachable: m.problem_unreachable,
  too_fast: m.problem_too_fast,
  bad_name: m.problem_bad_name,
  bad_code: m.problem_bad_code,
  no_table: m.table_gone,
  seat_taken: m.problem_seat_taken,
  seats_free: m.problem_seats_free,
  not_host: m.problem_not_host,
  busy: m.coach_problem_busy,
};

export function problemInWords(problem: { code: string; message: string }): string {
  return WORDS[problem.code]?.() ?? problem.message;
}

export function errorInWords(error: unknown): string {
  if (error instanceof Error && "code" in error) {
    return problemInWords({ code: String(error.code), message: error.message });
  }
  throw error;
}
