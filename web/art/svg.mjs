// Shared by all drawings: the ink, numbers, random numbers, gradients, and the file around a drawing.

/** The outline of everything that is drawn. */
export const INK = "#2b211b";

/** A repeatable source of random numbers: the same seed draws the same picture everywhere. */
export function chance(seed) {
  let state = seed;
  return (least, most) => {
    state = (state * 16807) % 2147483647;
    return least + ((most - least) * state) / 2147483647;
  };
}

/** A point at an angle in degrees, clockwise from the right, as it is written in a path. */
export function around(x, y, radius, degrees) {
  const angle = (degrees * Math.PI) / 180;
  return `${x + radius * Math.cos(angle)} ${y + radius * Math.sin(angle)}`;
}

export const at = (x, y, content, scale = 1) =>
  `<g transform="translate(${x} ${y})${scale === 1 ? "" : ` scale(${scale})`}">${content}</g>`;

export const rect = (x, y, width, height, radius, paint) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" ${paint}/>`;

/** Attributes of an outline; round corners, as everything here has them. */
export const outline = (width = 2.6, colour = INK) =>
  `stroke="${colour}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"`;

const stopsOf = (stops) =>
  stops.map(([offset, colour, opacity = 1]) => `<stop offset="${offset}" stop-color="${colour}"${opacity === 1 ? "" : ` stop-opacity="${opacity}"`}/>`).join("");

/** A gradient from top to bottom, or along a given line; stops are [offset, colour, opacity]. */
export const linear = (id, stops, [x1, y1, x2, y2] = [0, 0, 0, 1]) =>
  `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stopsOf(stops)}</linearGradient>`;

export const radial = (id, stops, [cx, cy, r] = [0.5, 0.5, 0.5]) =>
  `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stopsOf(stops)}</radialGradient>`;

/** A file with one drawing, which may be stretched where it is shown. */
export const file = (width, height, content, defs = "") =>
  tidy(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none">${defs && `<defs>${defs}</defs>`}${content}</svg>`,
  );

/** A file with cells of one size side by side, for backgrounds that show one of them. */
export const strip = (width, height, cells, defs = "") =>
  file(width * cells.length, height, cells.map((cell, place) => (place ? at(place * width, 0, cell) : cell)).join(""), defs);

/** The same picture in fewer characters: two digits after the point are enough at any size. */
function tidy(text) {
  return `${text
    .replace(/\d*\.\d+(?:e-\d+)?/g, (number) => String(Number(Number(number).toFixed(2))).replace(/^0\./, "."))
    .replace(/\s*\n\s*/g, "")
    .replace(/ +/g, " ")
    .replace(/ \/>/g, "/>")}\n`;
}
