// The table: four planks in close tones, as a tile that repeats in both directions.
import { chance, file } from "./svg.mjs";

const WIDTH = 960;
const PLANK = 84;
const THEMES = {
  light: { planks: ["#dcb67d", "#d9b278", "#e3c08a", "#e8c894"], grain: "#b98d55", joint: "#a47a45", jointOpacity: 0.75, shine: 0.35 },
  dark: { planks: ["#402e22", "#443125", "#3a2a1f", "#36271d"], grain: "#1f150d", joint: "#1b120c", jointOpacity: 0.9, shine: 0.05 },
};

/** One line of grain. It leaves the tile as it enters it, at the same height and slope. */
function line(top, random, grain) {
  const sway = random(-6, 6);
  return `<path d="M0 ${top.toFixed(1)}c320 ${sway.toFixed(1)} 640 ${(-sway).toFixed(1)} 960 0" stroke-opacity="${random(0.1, 0.34).toFixed(2)}" stroke-width="${random(0.6, 2).toFixed(1)}"/>`;
}

function knot(x, y) {
  const rings = [28, 21, 14, 7].map((rx, ring) => `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${rx * 0.37}" stroke-opacity="${0.25 + ring * 0.1}" stroke-width="1.2"/>`);
  return `${rings.join("")}<ellipse cx="${x}" cy="${y}" rx="4" ry="2" stroke-opacity=".6" stroke-width="3"/>`;
}

function plank(place, random, { planks, grain, joint, jointOpacity, shine }) {
  const top = place * PLANK;
  const lines = Array.from({ length: 11 }, (_, row) => line(top + 5 + row * 7 + random(-2, 2), random, grain));
  if (place % 2 === 0) lines.push(knot(Math.round(random(100, WIDTH - 100)), Math.round(top + PLANK * random(0.35, 0.65))));
  const end = Math.round(WIDTH * ((place * 0.37 + 0.21) % 1));
  return `<path fill="${planks[place]}" d="M0 ${top}h${WIDTH}v${PLANK}H0z"/><g stroke="${grain}" fill="none">${lines.join("")}</g>
    <path fill="#fff" opacity="${shine}" d="M0 ${top}h${WIDTH}v1.4H0zM${end + 2} ${top}h1v${PLANK}h-1z"/>
    <path fill="${joint}" opacity="${jointOpacity}" d="M0 ${top + PLANK - 2.2}h${WIDTH}v2.2H0zM${end} ${top}h2v${PLANK}h-2z"/>`;
}

function wood(theme) {
  const random = chance(5);
  return file(WIDTH, 4 * PLANK, [0, 1, 2, 3].map((place) => plank(place, random, THEMES[theme])).join(""));
}

export const files = {
  "wood-light.svg": () => wood("light"),
  "wood-dark.svg": () => wood("dark"),
};
