// How the round spots lie on the grill: as large as the room allows, each row in the gaps of the one before.
export interface Place {
  /** In halves of a spot, from the left, from 1. */
  column: number;
  row: number;
}

export interface Arrangement {
  /** How wide a spot is, in pixels. */
  size: number;
  /** Number of half columns, and how wide each is. */
  halves: number;
  half: number;
  rows: number;
  places: Place[];
  /** Where the pool is: in the gap at the left of a shorter row. */
  pool: Place;
}

/** How many spots are in the odd rows and in the even ones. */
const PATTERNS = [[7, 7], [5, 4], [4, 3]] as const;
/** How far a row is below the one before, as a part of a spot's width. */
export const PITCH = 0.98;
/** The least room around a spot, and the most beside it. */
const GAP = 1.06;
const LOOSE = 1.3;

export function arrange(count: number, width: number, height: number): Arrangement {
  return PATTERNS.map((pattern) => fill(count, pattern, width, height)).reduce((best, each) => (each.size > best.size ? each : best));
}

function fill(count: number, [odd, even]: readonly [number, number], width: number, height: number): Arrangement {
  const places: Place[] = [];
  for (let row = 0; places.length < count; row += 1) {
    const length = row % 2 ? even : odd;
    for (let place = 0; place < length && places.length < count; place += 1) places.push({ column: 1 + 2 * place + (row % 2), row: row + 1 });
  }
  const rows = places.at(-1)?.row ?? 1;
  const halves = 2 * odd + (even === odd ? 1 : 0);
  const size = Math.max(0, Math.min(width / (halves / 2) / GAP, height / ((rows - 1) * PITCH + 1) / GAP));
  return { size, halves, half: Math.min(width / halves, (size * LOOSE) / 2), rows, places, pool: { column: 1, row: 2 } };
}
