// Spans of time in words.
import { m } from "../words/messages.js";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Roughly, in the largest unit of which there are at least two. */
export function spanInWords(seconds: number): string {
  if (seconds >= 2 * DAY || seconds === DAY) return m.time_days({ count: Math.round(seconds / DAY) });
  if (seconds >= 2 * HOUR || seconds === HOUR) return m.time_hours({ count: Math.round(seconds / HOUR) });
  if (seconds >= 2 * MINUTE || seconds === MINUTE) return m.time_minutes({ count: Math.round(seconds / MINUTE) });
  return m.time_seconds({ count: Math.max(0, Math.floor(seconds)) });
}

/** The time limit of a table in words. */
export function timerInWords(timer: number): string {
  return timer > 0 ? m.time_timer_each({ time: spanInWords(timer) }) : m.time_timer_none();
}

/** Minutes and seconds, as on a watch. */
export function watchFace(seconds: number): string {
  return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, "0")}`;
}
