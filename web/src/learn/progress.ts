// Progress: the step is kept while the tab is open, a finished lesson permanently.
import { device, tab } from "../storage";

const STEP = "heckmeck.lesson.";
const LEARNED = "heckmeck.learned";

export function savedStep(game: string): number {
  return Number(tab.getItem(STEP + game) ?? 0) || 0;
}

export function learned(): string[] {
  return (device.getItem(LEARNED) ?? "").split(" ").filter(Boolean);
}

/** Remember the step; the last one completes the lesson. */
export function save(game: string, at: number, last: boolean): void {
  tab.setItem(STEP + game, String(at));
  if (last) device.setItem(LEARNED, [...new Set([...learned(), game])].join(" "));
}
