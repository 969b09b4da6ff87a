// Parts of the faces of all characters. Only eyes, brows, mouth, cheeks and sometimes ears or spines show the mood:
// calm has open eyes with a soft lid, happy closed arcs and an open mouth, sour slanted lids, a frown and no cheeks.
import { INK, around, outline } from "./svg.mjs";

export const MOODS = ["calm", "happy", "sour"];

const ball = (x, y, radius, white, pupilX, pupilY) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${white}" ${outline(1.8)}/><circle cx="${pupilX}" cy="${pupilY}" r="${radius * 0.56}" fill="${INK}"/><circle cx="${pupilX - radius * 0.18}" cy="${pupilY - radius * 0.22}" r="${radius * 0.2}" fill="#fff"/>`;

function sourEye(x, y, radius, left, lid, white) {
  const [from, to] = left ? [208, -8] : [188, -28];
  const reach = radius + 0.4;
  return `${ball(x, y, radius, white, x + radius * 0.34, y + radius * 0.3)}<path d="M${around(x, y, reach, from)}A${reach} ${reach} 0 0 1 ${around(x, y, reach, to)}Z" fill="${lid}" ${outline(1.9)}/>`;
}

function calmEye(x, y, radius, left, lid, white) {
  const reach = radius + 0.3;
  const aside = left ? 0.12 : -0.12;
  return `${ball(x, y, radius, white, x + radius * aside, y + radius * 0.08)}<path d="M${around(x, y, reach, 205)}A${reach} ${reach} 0 0 1 ${around(x, y, reach, -25)}Q${x} ${y - radius * 0.95} ${around(x, y, reach, 205)}Z" fill="${lid}" ${outline(1.6)}/>`;
}

const happyEye = (x, y, radius, line, width) =>
  `<path d="M${x - radius} ${y + radius * 0.45}Q${x} ${y - radius * 1.25} ${x + radius} ${y + radius * 0.45}" fill="none" ${outline(width, line)}/>`;

/** Two eyes: where they are, the colour of their lids, of the white, and of the line when they are closed. */
export function eyes(mood, [left, right], y, radius, lid, { white = "#fff", line = INK, width = 3.4 } = {}) {
  return [left, right]
    .map((x) => (mood === "happy" ? happyEye(x, y, radius, line, width) : (mood === "sour" ? sourEye : calmEye)(x, y, radius, x === left, lid, white)))
    .join("");
}

/** Brows are drawn only for a sour mood. */
export function brows(mood, [left, right], y, width = 8, colour = INK) {
  if (mood !== "sour") return "";
  return `<path d="M${left - width} ${y - 3}L${left + width * 0.9} ${y + 3}M${right + width} ${y - 3}L${right - width * 0.9} ${y + 3}" ${outline(3.2, colour)}/>`;
}

export function mouth(mood, x, y, width = 9) {
  if (mood === "sour") return `<path d="M${x - width * 0.85} ${y + 4}Q${x} ${y - 4} ${x + width * 0.85} ${y + 4.5}" fill="none" ${outline(2.6)}/>`;
  if (mood === "calm") return `<path d="M${x - width * 0.75} ${y}Q${x} ${y + 5} ${x + width * 0.75} ${y - 0.5}" fill="none" ${outline(2.5)}/>`;
  return `<path d="M${x - width} ${y - 1}Q${x} ${y + width * 1.5} ${x + width} ${y - 1}Z" fill="#6a1a14" ${outline(2.2)}/>
    <path d="M${x - width * 0.5} ${y + width * 0.48}Q${x} ${y + width * 0.08} ${x + width * 0.5} ${y + width * 0.48}Q${x} ${y + width * 0.85} ${x - width * 0.5} ${y + width * 0.48}Z" fill="#f08a7a"/>`;
}

export function cheeks(mood, [left, right], y, colour = "#f07a62", strength = 0.5) {
  if (mood === "sour") return "";
  const opacity = mood === "happy" ? strength + 0.2 : strength * 0.7;
  return `<g fill="${colour}" opacity="${opacity}"><ellipse cx="${left}" cy="${y}" rx="6.5" ry="4.2"/><ellipse cx="${right}" cy="${y}" rx="6.5" ry="4.2"/></g>`;
}

/** A dark nose with a light on it. */
export const nose = (x, y) =>
  `<path d="M${x - 10} ${y}Q${x} ${y - 8.500} ${x + 10} ${y}Q${x + 8} ${y + 9} ${x} ${y + 9.5}Q${x - 8} ${y + 9} ${x - 10} ${y}Z" fill="${INK}"/><path d="M${x - 5.5} ${y}q3-3.500 7-2" fill="none" ${outline(2, "#9a8a80")}/>`;

/** The darker tone of the right side, which the light does not reach. */
export const shade = (colour) => `<path d="M74 0C92 30 92 90 60 130H130V0Z" fill="${colour}" opacity=".9"/>`;

/** A shape with an outline, and content clipped to it. Its id is unique in a file. */
export const shape = (id, path, fill, inside) =>
  `<clipPath id="${id}"><path id="${id}-line" d="${path}"/></clipPath><use href="#${id}-line" fill="${fill}"/><g clip-path="url(#${id})">${inside}</g><use href="#${id}-line" fill="none" ${outline()}/>`;

/** Shoulders as most characters have them. */
export const SHOULDERS = "M12 124C14 104 34 92 60 92S106 104 108 124Z";
