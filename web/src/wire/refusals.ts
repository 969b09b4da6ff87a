// Refusals in the reader's language. A test compares the codes with the list in docs/protocol.md.
import { STATIC } from "../offline/reach.svelte";
import { m } from "../words/messages.js";

type Words = () => string;

/** Codes for commands that this client never sends: a page that gets one is older than the server. */
const SENSELESS = [
  "bad_message", "bad_since", "bad_step", "bad_move", "unknown_move", "bad_dice", "bad_card", "bad_portion",
  "not_a_move", "bad_roll", "bad_draw", "no_stop", "no_such_sum", "too_long", "not_allowed", "not_offline", "unfinished",
  "bad_handshake", "not_json",
] as const;

const WORDS = new Map<string, Words>([
  ...SENSELESS.map((code): [string, Words] => [code, m.refused_sense]),
  ["unreachable", m.problem_unreachable],
  ["too_fast", m.problem_too_fast],
  ["stale", m.refused_stale],
  ["no_name", m.refused_stranger],
  ["banned", m.refused_banned],
  ["muted", m.refused_muted],
  ["too_many", m.refused_room],
  ["too_many_tables", m.refused_room_tables],
  ["not_kept", m.refused_store],
  ["store_failed", m.refused_store],
  ["failed", m.refused_luck],
  ["busy", m.coach_problem_busy],
  ["no_coach", m.coach_why_not],
  ["bad_code", m.problem_bad_code],
  ["no_table", m.table_gone],
  ["table_closed", m.table_closed],
  ["not_found", m.not_found],
  ["no_device", m.not_found],
  ["bad_link", m.refused_link],
  ["no_link", m.refused_link],
  ["linked_already", m.refused_linked],
  ["too_many_devices", m.refused_devices],
  ["foreign_origin", m.refused_door],
  ["unknown_host", m.refused_door],
  ["not_built", m.refused_pages],
  ["bad_name", m.problem_bad_name],
  ["bad_title", m.refused_title],
  ["bad_chat", m.refused_text],
  ["not_seated", m.refused_seat_of_yours],
  ["not_your_seat", m.refused_your_seat],
  ["no_such_seat", m.refused_such_seat],
  ["seat_taken", m.problem_seat_taken],
  ["seat_free", m.refused_seat_free],
  ["seats_free", m.problem_seats_free],
  ["table_full", m.refused_table_full],
  ["seated_already", m.refused_seated],
  ["not_host", m.problem_not_host],
  ["game_on", m.refused_game_on],
  ["no_game", m.refused_game],
  ["not_your_turn", m.refused_turn],
  ["away", m.refused_away],
  ["time_up", m.refused_time_up],
  ["archived", m.refused_archived],
  ["said_enough", m.refused_said_enough],
  ["changed_enough", m.refused_changed_enough],
  ["away_already", m.refused_away_already],
  ["still_here", m.refused_still_here],
  ["just_left", m.refused_just_left],
  ["presence_unknown", m.refused_presence],
  ["time_runs", m.refused_time_runs],
  ["not_away", m.refused_not_away],
  ["no_then", m.refused_not_now],
  ["not_alone", m.refused_not_alone],
  ["no_latecomers", m.refused_latecomers],
  ["no_seat_here", m.refused_seat_here],
  ["not_a_person", m.refused_person],
  ["yourself", m.refused_yourself],
  ["no_such_entry", m.refused_entry],
  ["too_many_blocks", m.refused_blocks],
  ["no_seed_wanted", m.refused_seed],
  ["wrong_seed", m.refused_seed],
  ["chat_off", m.refused_chat],
  ["no_change", m.refused_change],
  ["unknown_bot", m.refused_bot],
  ["unknown_game", m.refused_such_game],
  ["broken_game", m.refused_broken_game],
  ["no_advice", m.refused_advice],
  ["no_positions", m.refused_positions],
  ["no_such_game", m.refused_such_game],
  ["game_lost", m.refused_game_lost],
  ["needs_server", STATIC ? m.here_needs_server : m.here_needs],
  ["bad_option", m.refused_plan],
  ["unknown_option", m.refused_plan],
  ["bad_seats", m.refused_plan],
  ["bad_timer", m.refused_plan],
]);

/** Add words for codes that only one part of the client receives, so that the others need not load them. */
export function addWords(words: readonly (readonly [code: string, words: Words])[]): void {
  for (const [code, say] of words) WORDS.set(code, say);
}

/** The codes that have words. */
export const knownCodes = (): string[] => [...WORDS.keys()];

/** A refusal in words; for codes of a newer server its own message is shown. */
export function problemInWords(problem: { code: string; message: string }): string {
  // The code of a request that the server did not understand is its HTTP status.
  const code = /^http_4/.test(problem.code) ? "bad_message" : problem.code;
  return WORDS.get(code)?.() ?? problem.message;
}

export function errorInWords(error: unknown): string {
  if (error instanceof Error && "code" in error) {
    return problemInWords({ code: String(error.code), message: error.message });
  }
  throw error;
}
