// Where a note lies that points at something: beside it, wherever there is room, so that it does not cover what it explains.
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}
export type Side = "above" | "below" | "right" | "left";
export interface NotePlace {
  left: number;
  top: number;
  side: Side;
  /** Where its arrow is, in pixels from its left or upper end. */
  arrow: number;
}

/** Pixels between a note and what it points at, and between a note and the edge of the window. */
const GAP = 14;
const EDGE = 8;
/** The arrow keeps this distance from the corners of the note. */
const CORNER = 16;

const between = (low: number, value: number, high: number) => Math.max(low, Math.min(value, high));

function overlap(a: Box, b: Box): number {
  const across = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const down = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return Math.max(0, across) * Math.max(0, down);
}

/** The place that covers least of the target: above it, if there is room. */
export function notePlace(target: Box, note: Pick<Box, "width" | "height">, room: Pick<Box, "width" | "height">): NotePlace {
  const middle = { x: target.left + target.width / 2, y: target.top + target.height / 2 };
  const wished: Record<Side, [left: number, top: number]> = {
    above: [middle.x - note.width / 2, target.top - note.height - GAP],
    below: [middle.x - note.width / 2, target.top + target.height + GAP],
    right: [target.left + target.width + GAP, middle.y - note.height / 2],
    left: [target.left - note.width - GAP, middle.y - note.height / 2],
  };
  const places = Object.entries(wished).map(([side, [x, y]]) => {
    // Always inside the window.
    const left = Math.max(EDGE, Math.min(x, room.width - note.width - EDGE));
    const top = Math.max(EDGE, Math.min(y, room.height - note.height - EDGE));
    const upright = side === "above" || side === "below";
    const arrow = upright ? between(CORNER, middle.x - left, note.width - CORNER) : between(CORNER, middle.y - top, note.height - CORNER);
    return { left, top, side: side as Side, arrow, covered: overlap({ left, top, ...note }, target) };
  });
  const [best] = places.sort((a, b) => a.covered - b.covered);
  const { covered: _, ...found } = best as (typeof places)[number];
  return found;
}
