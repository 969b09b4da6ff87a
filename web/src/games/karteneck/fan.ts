// How a hand is spread out: sorts beside each other, their cards overlapping, in as few rows as fingers can use.

export interface Spread {
  /** From one card to the next of the same sort, in pixels. */
  inner: number;
  /** From the last card of a sort to the first of the next. */
  outer: number;
}

/** Minimum visible width for a finger to hit. */
const FINGER = 24;
const GAP = 10;
const MOST_ROWS = 3;

/** Spread out sorts of these sizes in one row; null where there is no room. */
export function spread(sizes: readonly number[], width: number, card: number): Spread | null {
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const inner = Math.max(card * 0.45, FINGER);
  const outer = (width - card - (all - sizes.length) * inner) / Math.max(sizes.length - 1, 1);
  if (outer >= inner * 1.15) return { inner, outer: Math.min(outer, card + GAP) };
  const even = (width - card) / Math.max(all - 1, 1);
  return even >= FINGER ? { inner: Math.min(even, inner), outer: Math.min(even, inner) } : null;
}

/** Cut the sorts into rows of about the same length. */
export function cut<T>(sorts: readonly (readonly T[])[], rows: number): (readonly T[])[][] {
  const all = sorts.reduce((sum, sort) => sum + sort.length, 0);
  const found: (readonly T[])[][] = Array.from({ length: rows }, () => []);
  let before = 0;
  for (const sort of sorts) {
    const middle = before + sort.length / 2;
    found[Math.min(Math.floor((middle * rows) / Math.max(all, 1)), rows - 1)]?.push(sort);
    before += sort.length;
  }
  return found.filter((row) => row.length > 0);
}

/** The rows of a hand, each with its spread. */
export function fan<T>(sorts: readonly (readonly T[])[], width: number, card: number): { sorts: (readonly T[])[]; spread: Spread }[] {
  for (let rows = 1; ; rows++) {
    const found = cut(sorts, rows).map((row) => ({ sorts: row, spread: spread(row.map((sort) => sort.length), width, card) }));
    if (rows < MOST_ROWS && found.some((row) => row.spread === null)) continue;
    return found.map((row) => ({ sorts: row.sorts, spread: row.spread ?? squeezed(row.sorts, width, card) }));
  }
}

function squeezed(row: readonly (readonly unknown[])[], width: number, card: number): Spread {
  const all = row.reduce((sum, sort) => sum + sort.length, 0);
  const even = (width - card) / Math.max(all - 1, 1);
  return { inner: even, outer: even };
}
