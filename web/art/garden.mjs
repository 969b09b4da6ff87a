// The garden behind the table: hedges and string lights that repeat sideways, and stars that repeat everywhere.
// The sky itself is a gradient of the style sheet.
import { chance, file, radial } from "./svg.mjs";

const WIDTH = 880;
const HEIGHT = 128;
/** Three rows of hedges, the farthest first: height of the row, of its bushes, and how many there are. */
const ROWS = [
  { base: 0.62, bush: 0.3, bushes: 8 },
  { base: 0.76, bush: 0.2, bushes: 14 },
  { base: 0.92, bush: 0.16, bushes: 22 },
];
const GREENS = { light: ["#a9cda0", "#7fb37c", "#57925f"], dark: ["#1c2440", "#172a2c", "#10201d"] };

function hedge({ base, bush, bushes }, colour, random) {
  const step = WIDTH / bushes;
  const curves = Array.from({ length: bushes }, () => `q${(step / 2).toFixed(1)} ${(-HEIGHT * bush * random(0.6, 1.5)).toFixed(1)} ${step.toFixed(1)} 0`);
  return `<path d="M0 ${HEIGHT}V${HEIGHT * base}${curves.join("")}V${HEIGHT}z" fill="${colour}"/>`;
}

function hedges(theme) {
  const random = chance(21);
  return file(WIDTH, HEIGHT, ROWS.map((row, place) => hedge(row, GREENS[theme][place], random)).join(""));
}

const SWAG = 320;
const BULBS = 7;
const SAG = 20;
const COLOURS = ["#ffe08a", "#ff9d6b", "#ffe08a", "#9fdcc0"];

function bulb(place, glow, opacity) {
  const along = place / BULBS;
  const x = SWAG * along;
  const y = 2 + 4 * SAG * along * (1 - along);
  return `<circle cx="${x}" cy="${y + 7}" r="${glow}" fill="url(#g)" opacity="${opacity}"/><path d="M${x - 2} ${y}h4v4h-4z" fill="#3b3633"/><ellipse cx="${x}" cy="${y + 8}" rx="4" ry="5" fill="${COLOURS[place % 4]}" stroke="#6b4a1c" stroke-width=".8"/>`;
}

/** One bow of the string lights, from one fixing to the next. */
function lights(theme) {
  const [wire, glow, opacity] = theme === "dark" ? ["#7a664c", 17, 0.75] : ["#5a4630", 11, 0.55];
  const bulbs = [1, 2, 3, 4, 5, 6].map((place) => bulb(place, glow, opacity)).join("");
  const halo = radial("g", [[0, "#fff3c4"], [0.35, "#ffd772"], [1, "#ffb83a", 0]]);
  return file(SWAG, 56, `<path d="M0 2Q${SWAG / 2} ${2 + SAG * 2} ${SWAG} 2" stroke="${wire}" stroke-width="1.8" fill="none"/>${bulbs}`, halo);
}

function stars() {
  const random = chance(33);
  const dots = Array.from({ length: 46 }, () => `<circle cx="${random(4, 636).toFixed(0)}" cy="${random(4, 236).toFixed(0)}" r="${random(0.5, 1.4).toFixed(1)}" opacity="${random(0.3, 0.9).toFixed(1)}"/>`);
  return file(640, 240, `<g fill="#fff">${dots.join("")}</g>`);
}

export const files = {
  "hedges-light.svg": () => hedges("light"),
  "hedges-dark.svg": () => hedges("dark"),
  "lights-light.svg": () => lights("light"),
  "lights-dark.svg": () => lights("dark"),
  "stars.svg": stars,
};
