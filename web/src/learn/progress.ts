// Progress: the step is kept while the tab is open, a finished lesson permanently.
const STEP = "heckmeck.lesson.";
const LEARNED = "heckmeck.learned";

export function savedStep(game: string): number {
  try {
    return Number(sessionStorage.getItem(STEP + game) ?? 0) || 0;
  } catch {
    return 0;
  }
}

export function learned(): string[] {
  try {
    return (localStorage.getItem(LEARNED) ?? "").split(" ").filter(Boolean);
  } catch {
    return [];
  }
}

/** Remember the step; with the last one the lesson is learned. */
export function save(game: string, at: number, last: boolean): void {
  try {
    sessionStorage.setItem(STEP + game, String(at));
    if (last) localStorage.setItem(LEARNED, [...new Set([...learned(), game])].join(" "));
  } catch {
    // Without a storage a lesson begins at its beginning.
  }
}
