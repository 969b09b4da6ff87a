// For the winner: crown, star, ribbon, stumps of the podium, confetti, and rays of light.
import { INK, around, at, chance, file, linear, outline, strip } from "./svg.mjs";

const BRASS = linear("m", [[0, "#ffe9a8"], [0.5, "#e9bb52"], [1, "#b98525"]], [0, 0, 0.3, 1]);

function crown() {
  const ball = (x, y) => `<circle cx="${x}" cy="${y}" r="2"/>`;
  return file(34, 24, at(2, 1, `<g fill="#f4c95d" ${outline(1.6)}><path d="M3 6l6.500 6L15 2.500l5.500 9.500L27 6l-2.500 13h-19z"/>${ball(3, 5)}${ball(27, 5)}${ball(15, 2.6)}</g><path d="M7 15.500h16" stroke="#fff3c4" stroke-width="1.400" opacity=".8"/>`));
}

const starPath = (x, y, radius) =>
  `M${Array.from({ length: 10 }, (_, corner) => around(x, y, corner % 2 ? radius * 0.45 : radius, corner * 36 - 90)).join("L")}Z`;

/** What the coach recommends. */
const star = () => file(32, 32, `<path d="${starPath(16, 17, 14.5)}" fill="#fff" ${outline(1.5)}/><path d="${starPath(16, 17, 9.5)}" fill="#1f7a4d"/>`);

/** The left end of a ribbon; the right one is its mirror image, and the middle is a style. */
const ribbonEnd = () => file(72, 70, `<path d="M2 2H70V68H2L24 35Z" fill="#8f2613" ${outline(2)}/>`);

/** A stump in a cell of 240 by 250. Higher ones are wider. */
function stump(width, height) {
  const x = 120;
  const top = 244 - height - 22;
  const left = x - width / 2;
  const cracks = [0.12, 0.27, 0.42, 0.6, 0.76, 0.9].map((along, place) => `M${left + width * along} ${top + 18 + (place % 3) * 9}v${height - 44 - (place % 2) * 24}`);
  const ring = (inset, ry, width_) => `<ellipse cx="${x}" cy="${top}" rx="${width / 2 - inset}" ry="${ry}" fill="none" stroke="#a5763c" stroke-width="${width_}"/>`;
  return `<path d="M${left} ${top}V${top + height - 8}Q${x} ${top + height + 22} ${x + width / 2} ${top + height - 8}V${top}Z" fill="url(#k)" ${outline(2, "#1b0f07")}/>
    <path d="${cracks.join("")}" fill="none" stroke-opacity=".42" ${outline(2.5, "#1b0f07")}/>
    <ellipse cx="${x}" cy="${top}" rx="${width / 2}" ry="19" fill="#d9ab6c" stroke="#1b0f07" stroke-width="2"/>${ring(14, 13, 1.8)}${ring(34, 8, 1.5)}
    <circle cx="${x}" cy="${top + height * 0.56}" r="25" fill="url(#m)" stroke="#1b0f07" stroke-width="2"/>`;
}

/** The stumps of the first, second and third. */
function stumps() {
  const bark = linear("k", [[0, "#9b6b3d"], [0.35, "#b9834c"], [1, "#5a3619"]], [0, 0, 1, 0.15]);
  return strip(240, 250, [stump(230, 196), stump(200, 150), stump(190, 118)], bark + BRASS);
}

const PIECES = ["#ffd24a", "#46c28a", "#7db8e8", "#ff8f6b", "#d9a4ee"];
const piece = (place, colour) =>
  [`<rect x="-5" y="-2.500" width="10" height="5" rx="1" fill="${colour}"/>`, `<circle r="3.400" fill="${colour}"/>`, `<path d="M0-5L5 4H-5Z" fill="${colour}"/>`][place % 3];

/** Confetti as a tile. */
function confetti() {
  const random = chance(77);
  const drawn = Array.from({ length: 84 }, (_, place) => {
    const turned = `translate(${random(12, 948).toFixed(0)} ${random(12, 528).toFixed(0)}) rotate(${random(0, 180).toFixed(0)}) scale(${random(1, 1.9).toFixed(2)})`;
    return `<g transform="${turned}">${piece(place, PIECES[place % 5])}</g>`;
  });
  return file(960, 540, drawn.join(""));
}

/** Rays from the middle, to be laid over the night. */
function rays() {
  const ray = (place) => `M500 500L${around(500, 500, 720, place * 20 + 6)}L${around(500, 500, 720, place * 20 + 15)}Z`;
  return file(1000, 1000, `<path d="${Array.from({ length: 18 }, (_, place) => ray(place)).join("")}" fill="#ffdf9a"/>`);
}

/** A brass nail, as on the signs. */
const nail = () => file(12, 12, `<circle cx="6" cy="6" r="4.700" fill="url(#m)" stroke="#2c190b" stroke-width="1.200"/>`, BRASS);

export const files = {
  "crown.svg": crown,
  "star.svg": star,
  "ribbon-end.svg": ribbonEnd,
  "stumps.svg": stumps,
  "confetti.svg": confetti,
  "rays.svg": rays,
  "nail.svg": nail,
};
