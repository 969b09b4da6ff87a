// How the portions lie on the grill: as large as the room allows.
export interface Arrangement {
  columns: number;
  /** Whether they lie on their sides. */
  lying: boolean;
  /** How wide a portion is, in pixels. */
  width: number;
}

const UPRIGHT = 60 / 90;
const SIDEWAYS = 82 / 50;
/** The least room between portions, as a part of their width and height. */
const GAP = 0.06;

/** The arrangement with the largest portions for a room. Rows of four have one number of worms each. */
export function arrange(count: number, width: number, height: number): Arrangement {
  const ways = [
    { columns: Math.ceil(count / 2), lying: false },
    { columns: Math.ceil(count / 2), lying: true },
    { columns: 4, lying: false },
    { columns: 4, lying: true },
  ];
  const fitted = ways.map(({ columns, lying }) => {
    const shape = lying ? SIDEWAYS : UPRIGHT;
    const rows = Math.ceil(count / columns);
    const wide = Math.min(width / (columns + GAP * (columns + 1)), (height / (rows + GAP * (rows + 1))) * shape);
    return { columns, lying, width: Math.max(0, wide), area: (wide * wide) / shape };
  });
  const { columns, lying, width: wide } = fitted.reduce((best, each) => (each.area > best.area ? each : best));
  return { columns, lying, width: wide };
}
