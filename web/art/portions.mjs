// Portions: ivory dominoes with their worms, upright and lying sideways, their backs, and the edges of a stack.
// Numbers are text of the page, in its typeface, over these drawings.
import { INK, linear, rect, strip } from "./svg.mjs";
import { WORM_ONCE, wormAgain } from "./worm.mjs";

const IVORY = linear("f", [[0, "#fffdf2"], [0.55, "#fff7df"], [1, "#f3e2b8"]], [0, 0, 0.25, 1]);
const BACK = linear("b", [[0, "#5a4f49"], [1, "#3a322e"]], [0, 0, 0.4, 1]);
const EDGE = 4;

/** The middle of each worm and its size. Worms grow as they get fewer. */
const UPRIGHT_WORMS = [
  [],
  [[30, 66.6, 1.6]],
  [[30, 58.9, 1.14], [30, 74.8, 1.14]],
  [[17.1, 58.9, 0.98], [42.9, 58.9, 0.98], [30, 74.4, 0.98]],
  [[17.1, 58.9, 0.98], [42.9, 58.9, 0.98], [17.1, 74.4, 0.98], [42.9, 74.4, 0.98]],
  [[16.8, 56.5, 0.9], [43.2, 56.5, 0.9], [30, 66.5, 0.9], [16.8, 76.8, 0.9], [43.2, 76.8, 0.9]],
];
const LYING_WORMS = [
  [],
  [[62.3, 23, 1.3]],
  [[62.3, 14.5, 1.08], [62.3, 32, 1.08]],
  [[62.3, 10.8, 0.86], [62.3, 23, 0.86], [62.3, 35.2, 0.86]],
  [[54.8, 14.8, 0.66], [70, 14.8, 0.66], [54.8, 31.5, 0.66], [70, 31.5, 0.66]],
  [[54.4, 12, 0.6], [70.2, 12, 0.6], [62.3, 23, 0.6], [54.4, 34.4, 0.6], [70.2, 34.4, 0.6]],
];
const worms = (places) => places.map(([x, y, size]) => wormAgain(x - 11.4 * size, y - 7.4 * size, size)).join("");

/** A domino of any size with its lower edge and two fine lines along its rim, one unit inside its cell. */
function domino(width, height, fill, edge, [bevel, rule]) {
  return rect(1, 1, width - 2, height + EDGE - 2, 8, `fill="${edge}" stroke="${INK}" stroke-width="1.8"`) +
    rect(1, 1, width - 2, height - 2, 8, `fill="url(#${fill})" stroke="${INK}" stroke-width="1.5"`) +
    rect(3, 3, width - 6, height - 6, 6.2, `fill="none" stroke="${bevel}" stroke-width="1.3"`) +
    rect(5.5, 5.5, width - 11, height - 11, 4.5, `fill="none" stroke="${rule}" stroke-width="1"`);
}
const face = (width, height) => domino(width, height, "f", "#b28f52", ["#fff", "#d8bd85"]);
const back = (width, height) => domino(width, height, "b", "#171210", ["#6a5d55", "#8a7a70"]);

function upright() {
  const rule = `<path d="M11 48.6h38" stroke="#cdb279" stroke-width="1.5"/><path d="M11 50h38" stroke="#fff"/>`;
  const blank = `<g id="face">${face(60, 86)}${rule}</g>`;
  const faces = UPRIGHT_WORMS.map((places) => `<use href="#face"/>${worms(places)}`);
  const marks = `<path d="M15 19v48M25 19v48M35 19v48M45 19v48" stroke="#1b1513" stroke-width="5" stroke-linecap="round"/><path d="M17.6 19v48M27.6 19v48M37.6 19v48M47.6 19v48" stroke="#74665d" stroke-width="1.1" stroke-linecap="round"/>`;
  return strip(60, 90, [...faces, back(60, 86) + marks], IVORY + BACK + WORM_ONCE + blank);
}

function lying() {
  const rule = `<path d="M45.4 9v28" stroke="#cdb279" stroke-width="1.3"/><path d="M46.6 9v28" stroke="#fff"/>`;
  const blank = `<g id="face">${face(82, 46)}${rule}</g>`;
  const faces = LYING_WORMS.map((places) => `<use href="#face"/>${worms(places)}`);
  const marks = `<path d="M19 11.5h44M19 19.5h44M19 27.5h44M19 35h44" stroke="#1b1513" stroke-width="4.5" stroke-linecap="round"/><path d="M19 13.8h44M19 21.8h44M19 29.8h44M19 37.3h44" stroke="#74665d" stroke-linecap="round"/>`;
  return strip(82, 50, [...faces, back(82, 46) + marks], IVORY + BACK + WORM_ONCE + blank);
}

/** The edges of up to four portions below the top one: each adds five units. */
function edges() {
  const layer = (place) =>
    rect(1, 1 + place * 5.2, 58, 88, 8, `fill="#cdb27c" stroke="${INK}" stroke-width="1.6"`) + rect(1, 1 + place * 5.2, 58, 84, 8, `fill="#efdfb6" stroke="${INK}" stroke-width="1.2"`);
  const stacks = [1, 2, 3, 4].map((below) => Array.from({ length: below }, (_, place) => layer(below - place)).join(""));
  return strip(60, 111, stacks);
}

export const files = { "portions.svg": upright, "portions-lying.svg": lying, "stack-edges.svg": edges };
