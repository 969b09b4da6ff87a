// Refusals in the reader's language. A test compares the codes with the list in docs/protocol.md.
import { m } from "../words/messages.js";

type Words = () => string;

/** For what a page like this one never sends: if it does, it is older than the server. */
const SENSELESS = [
  "bad_message", "bad_since", "bad_step", "bad_move", "unknown_move", "bad_dice", "bad_card", "bad_portion",
  "not_a_move", "bad_roll", "bad_draw", "too_long", "not_allowed",
] as const;

const WORDS: ReadonlyMap<string, Words> = new Map<string, Words>([
  ...SENSELESS.map((code): [string, Words] => [code, m.side_no_sense]),
  ["unreachable", m.problem_unreachable],
  ["too_fast", m.problem_too_fast],
  ["stale", m.side_no_stale],
  ["no_name", m.side_no_stranger],
  ["too_many", m.side_no_room],
  ["too_many_tables", m.side_no_room_tables],
  ["not_kept", m.side_no_store],
  ["store_failed", m.side_no_store],
  ["failed", m.side_no_luck],
  ["busy", m.coach_problem_busy],
  ["no_coach", m.coach_why_not],
  ["bad_code", m.problem_bad_code],
  ["no_table", m.table_gone],
  ["table_closed", m.table_closed],
  ["not_found", m.nowhere],
  ["foreign_origin", m.side_no_door],
  ["unknown_host", m.side_no_door],
  ["not_built", m.side_no_pages],
  ["bad_name", m.problem_bad_name],
  ["bad_title", m.side_no_title],
  ["bad_chat", m.side_no_text],
  ["not_seated", m.side_no_seat_of_yours],
  ["not_your_seat", m.side_no_your_seat],
  ["no_such_seat", m.side_no_such_seat],
  ["seat_taken", m.problem_seat_taken],
  ["seat_free", m.side_no_seat_free],
  ["seats_free", m.problem_seats_free],
  ["table_full", m.side_no_table_full],
  ["seated_already", m.side_no_seated],
  ["not_host", m.problem_not_host],
  ["game_on", m.side_no_game_on],
  ["no_game", m.side_no_game],
  ["not_your_turn", m.side_no_turn],
  ["away", m.side_no_away],
  ["time_up", m.side_no_time_up],
  ["said_enough", m.side_no_said_enough],
  ["changed_enough", m.side_no_changed_enough],
  ["away_already", m.side_no_away_already],
  ["still_here", m.side_no_still_here],
  ["time_runs", m.side_no_time_runs],
  ["not_away", m.side_no_not_away],
  ["no_seed_wanted", m.side_no_seed],
  ["wrong_seed", m.side_no_seed],
  ["chat_off", m.side_no_chat],
  ["no_change", m.side_no_change],
  ["unknown_bot", m.side_no_bot],
  ["unknown_game", m.side_no_such_game],
  ["no_such_game", m.side_no_such_game],
  ["bad_option", m.side_no_plan],
  ["unknown_option", m.side_no_plan],
  ["bad_seats", m.side_no_plan],
  ["bad_timer", m.side_no_plan],
  ["face_not_rolled", m.side_no_face],
  ["face_kept", m.side_no_face_twice],
  ["must_keep", m.side_no_keep_first],
  ["nothing_rolled", m.side_no_roll_first],
  ["no_roll_left", m.side_no_dice_left],
  ["no_worm", m.side_no_worm],
  ["too_low", m.side_no_too_low],
  ["too_high", m.side_no_too_low],
  ["blocked", m.side_no_blocked],
  ["must_take", m.side_no_must_take],
  ["must_take_exact", m.side_no_must_take_exact],
  ["not_on_grill", m.side_no_on_grill],
  ["not_next_lower", m.side_no_next_lower],
  ["cannot_steal", m.side_no_steal],
  ["not_in_hand", m.side_no_in_hand],
  ["mixed_sorts", m.side_no_mixed],
  ["sort_laid", m.side_no_sort_twice],
  ["nothing_laid", m.side_no_lay],
  ["game_over", m.side_no_more_game],
  ["chance_to_act", m.side_no_not_now],
  ["player_to_act", m.side_no_not_now],
]);

/** The codes that there are words for. */
export const KNOWN: readonly string[] = [...WORDS.keys()];

/** A refusal in words; what a newer server refuses is told as it says it. */
export function problemInWords(problem: { code: string; message: string }): string {
  // Requests that no part of the server understood have their HTTP status for a code.
  const code = /^http_4/.test(problem.code) ? "bad_message" : problem.code;
  return WORDS.get(code)?.() ?? problem.message;
}

export function errorInWords(error: unknown): string {
  if (error instanceof Error && "code" in error) {
    return problemInWords({ code: String(error.code), message: error.message });
  }
  throw error;
}
