// Dice: six numbers of pips and a smiling worm, in ivory and, for Barbecue, in ember.
import { INK, at, file, linear, rect } from "./svg.mjs";

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

const PIP = `<g id="pip"><circle r="3.7" fill="${INK}"/><path d="M-2.6 2.4a3.5 3.5 0 0 0 5.2 0" stroke="#fff" stroke-opacity=".55" stroke-width=".9" fill="none"/></g>`;
const pip = ([x, y]) => `<use href="#pip" x="${x}" y="${y}"/>`;

function smilingWorm() {
  const body = "M7 30C7.5 20.5 15 19 17.5 26s11.5 7.5 12-8";
  const eye = (x) => `<circle cx="${x}" cy="11.4" r="2.5" fill="#fff"/><circle cx="${x + 0.4}" cy="11.7" r="1.25" fill="${INK}"/>`;
  return `<g fill="none" stroke-linecap="round"><path d="${body}" stroke="#5b140b" stroke-width="9"/><path d="${body}" stroke="#d8452e" stroke-width="7"/>
    <path d="${body}" stroke="#f39a7e" stroke-width="1.8" stroke-dasharray=".2 3.6" transform="translate(0 1)"/></g>
    <circle cx="27.8" cy="13.2" r="8.2" fill="#d8452e" stroke="#5b140b" stroke-width="1.2"/>
    <path d="M22.2 10.4a6.4 6.4 0 0 1 4-3.5" stroke="#ff9c80" stroke-width="1.5" fill="none" stroke-linecap="round"/>
    ${eye(24.9)}${eye(31)}<path d="M23.6 15.6q4.3 5.4 8.6 0z" fill="#5b140b"/>`;
}

/** A die without a face, defined once for each tint. */
function cube(tint) {
  const { side, bevel } = TINTS[tint];
  return `<g id="${tint}-die">${rect(1.2, 4.4, 37.6, 37.6, 9.4, `fill="${side}" stroke="#1d1410"`)}${rect(1.2, 1, 37.6, 37.6, 9.4, `fill="url(#${tint})" stroke="#3a2c20" stroke-width=".9"`)}${rect(3.4, 3.2, 33.2, 33.2, 7.6, `fill="none" stroke="#fff" stroke-opacity="${bevel}" stroke-width="1.3"`)}</g>`;
}

/** Seven faces side by side, ivory above ember. */
function dice() {
  const faces = [...PIPS.map((pips) => pips.map(pip).join("")), `<use href="#worm"/>`];
  const rows = Object.keys(TINTS).map((tint, row) => faces.map((face, place) => at(place * 40, row * 43, `<use href="#${tint}-die"/>${face}`)).join(""));
  const fills = Object.entries(TINTS).map(([tint, { light, dark }]) => linear(tint, [[0, light], [1, dark]], [0, 0, 0.6, 1]) + cube(tint));
  return file(280, 86, rows.join(""), `${fills.join("")}${PIP}<g id="worm">${smilingWorm()}</g>`);
}

export const files = { "dice.svg": dice };
