// Dice: six numbers of pips and a smiling worm, in ivory and, for Barbecue, in ember.
import { INK, file, linear, rect } from "./svg.mjs";

const PIPS = [
  [[20, 20]],
  [[11.5, 11.5], [28.5, 28.5]],
  [[10.5, 10.5], [20, 20], [29.5, 29.5]],
  [[11.5, 11.5], [28.5, 11.5], [11.5, 28.5], [28.5, 28.5]],
  [[10.5, 10.5], [29.5, 10.5], [20, 20], [10.5, 29.5], [29.5, 29.5]],
  [[11.5, 10], [28.5, 10], [11.5, 20], [28.5, 20], [11.5, 30], [28.5, 30]],
];
const TINTS = {
  ivory: { side: "#bfa878", bevel: 0.95, light: "#fff", dark: "#f0e4c9" },
  ember: { side: "#a8661a", bevel: 0.45, light: "#ffd07a", dark: "#eea23a" },
};

/** Width and height of one die. */
const WIDE = 40;
const HIGH = 43;
/** The faces from left to right: the pips, and finally the worm. */
const FACES = PIPS.length + 1;

// A browser rasterizes a file again for each size that it is shown in, even between two frames, so this one has as few shapes as possible:
// parts that look the same on several dice are one path.
const all = (count, draw) => Array.from({ length: count }, (_, place) => draw(place)).join("");
const ring = (x, y, radius) => `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;

function square(x, y, size, radius) {
  const [straight, corner] = [size - 2 * radius, (dx, dy) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`];
  return `M${x + radius} ${y}h${straight}${corner(radius, radius)}v${straight}${corner(-radius, radius)}h${-straight}${corner(-radius, -radius)}v${-straight}${corner(radius, -radius)}z`;
}

/** The dice of one tint without their faces. */
function cubes(tint, row) {
  const { side, bevel } = TINTS[tint];
  const top = row * HIGH;
  return `<path d="${all(FACES, (place) => square(place * WIDE + 1.2, top + 4.4, 37.6, 9.4))}" fill="${side}" stroke="#1d1410"/>
    <g fill="url(#${tint})" stroke="#3a2c20" stroke-width=".9">${all(FACES, (place) => rect(place * WIDE + 1.2, top + 1, 37.6, 37.6, 9.4, ""))}</g>
    <path d="${all(FACES, (place) => square(place * WIDE + 3.4, top + 3.2, 33.2, 7.6))}" fill="none" stroke="#fff" stroke-opacity="${bevel}" stroke-width="1.3"/>`;
}

/** The pips of all dice, each with a light on its lower edge. */
function pips(rows) {
  const places = Array.from({ length: rows }, (_, row) => PIPS.flatMap((face, place) => face.map(([x, y]) => [place * WIDE + x, row * HIGH + y]))).flat();
  return `<path d="${places.map(([x, y]) => ring(x, y, 3.7)).join("")}" fill="${INK}"/>
    <path d="${places.map(([x, y]) => `M${x - 2.6} ${y + 2.4}a3.5 3.5 0 0 0 5.2 0`).join("")}" stroke="#fff" stroke-opacity=".55" stroke-width=".9" fill="none"/>`;
}

/** The smiling worms of the last dice. */
function worms(rows) {
  const left = PIPS.length * WIDE;
  const each = (draw) => all(rows, (row) => draw(left, row * HIGH));
  const eyes = (dx, dy, radius) => each((x, y) => [24.9, 31].map((eye) => ring(x + eye + dx, y + dy, radius)).join(""));
  const body = (lower) => each((x, y) => `M${x + 7} ${y + 30 + lower}c.5-9.5 8-11 10.5-4s11.5 7.5 12-8`);
  return `<g fill="none" stroke-linecap="round"><path d="${body(0)}" stroke="#5b140b" stroke-width="9"/><path d="${body(0)}" stroke="#d8452e" stroke-width="7"/>
    <path d="${body(1)}" stroke="#f39a7e" stroke-width="1.8" stroke-dasharray=".2 3.6"/></g>
    <path d="${each((x, y) => ring(x + 27.8, y + 13.2, 8.2))}" fill="#d8452e" stroke="#5b140b" stroke-width="1.2"/>
    <path d="${each((x, y) => `M${x + 22.2} ${y + 10.4}a6.4 6.4 0 0 1 4-3.5`)}" stroke="#ff9c80" stroke-width="1.5" fill="none" stroke-linecap="round"/>
    <path d="${eyes(0, 11.4, 2.5)}" fill="#fff"/><path d="${eyes(0.4, 11.7, 1.25)}" fill="${INK}"/>
    <path d="${each((x, y) => `M${x + 23.6} ${y + 15.6}q4.3 5.4 8.6 0z`)}" fill="#5b140b"/>`;
}

/** Seven faces side by side, ivory above ember. */
function dice() {
  const tints = Object.keys(TINTS);
  const fills = Object.entries(TINTS).map(([tint, { light, dark }]) => linear(tint, [[0, light], [1, dark]], [0, 0, 0.6, 1]));
  return file(FACES * WIDE, tints.length * HIGH, `${tints.map(cubes).join("")}${pips(tints.length)}${worms(tints.length)}`, fills.join(""));
}

export const files = { "dice.svg": dice };
