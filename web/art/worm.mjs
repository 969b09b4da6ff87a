// The worm: small as on portions, and large as a character with moods.
import { INK, at, outline, strip, file } from "./svg.mjs";

const DARK = "#5b140b";
const CORAL = "#d8452e";
const BODY = "M3.5 10.5C4.5 5 9 4.5 11 8.5s6 4 8-2.5";

/** A small worm, 24 wide and 15 high. */
export function worm(x = 0, y = 0, scale = 1) {
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke-linecap="round">
    <path d="${BODY}" stroke="${DARK}" stroke-width="6.9"/>
    <path d="${BODY}" stroke="${CORAL}" stroke-width="5.3"/>
    <path d="${BODY}" stroke="#ef8a6b" stroke-width="1.5" transform="translate(-.5 -1.1)" opacity=".9"/>
    <path d="M8.2 5.6l-.6 4M13.4 8.6l1.2-3.2" stroke="#a42a18" stroke-width=".9" opacity=".8"/>
    <circle cx="19" cy="5" r="1.55" fill="#fff"/><circle cx="19.3" cy="5.1" r=".95" fill="${INK}"/>
  </g>`;
}

/** A file with many worms defines the worm once and then uses it. */
export const WORM_ONCE = `<g id="worm">${worm()}</g>`;
export const wormAgain = (x, y, scale) => `<use href="#worm" transform="translate(${x} ${y}) scale(${scale})"/>`;

const LONG_BODY = "M6 66C8 40 30 36 36 54s30 22 34-14";
const eye = (x, y, radius, pupil) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="#fff" stroke="${INK}" stroke-width="1.4"/><circle cx="${x + 1}" cy="${y + 1}" r="${pupil}" fill="${INK}"/>`;

const FACES = {
  calm: `${eye(62, 24, 6, 2.8)}${eye(77, 24, 6, 2.8)}<path d="M61 36q8 6 17 0" ${outline(2.4)}/>`,
  happy: `${eye(62, 24, 6, 2.8)}${eye(77, 24, 6, 2.8)}<path d="M59 34q10 12 21 0z" fill="${DARK}" ${outline(2)}/><path d="M65 38.5q5-3 9 0q-4 3-9 0z" fill="#f6a08a"/>`,
  alarmed: `${eye(61, 22, 7.4, 2.3)}${eye(78, 22, 7.4, 2.3)}<ellipse cx="70" cy="38" rx="4.6" ry="5.6" fill="${DARK}" ${outline(2)}/><path d="M51 12l5-4M88 12l-5-4" ${outline(2.4)}/>`,
};

/** The worm as a character, 96 wide and 84 high. */
export function bigWorm(mood) {
  return `<g stroke-linecap="round" fill="none">
    <path d="${LONG_BODY}" stroke="${INK}" stroke-width="23"/>
    <path d="${LONG_BODY}" stroke="${CORAL}" stroke-width="18"/>
    <path d="${LONG_BODY}" stroke="#f39a7e" stroke-width="5" stroke-dasharray="1 9" transform="translate(0 3)"/>
    <path d="${LONG_BODY}" stroke="#ff8a6c" stroke-width="3" transform="translate(-3 -5)" opacity=".6"/>
    <circle cx="69" cy="28" r="20" fill="${CORAL}" stroke="${INK}" stroke-width="2.6"/>
    <path d="M55 18a17 17 0 0 1 12-7" stroke="#ff9c80" stroke-width="3.5"/>
    ${FACES[mood]}
  </g>`;
}

export const files = {
  "worm.svg": () => file(24, 15, worm()),
  "bigworm.svg": () => strip(100, 84, ["calm", "happy", "alarmed"].map((mood) => at(7, 2, bigWorm(mood)))),
};
