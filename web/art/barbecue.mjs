// Barbecue's plates, one for each seat, and its snail.
import { INK, at, outline, strip } from "./svg.mjs";
import { SEAT_COLOURS, SEAT_MARKS } from "./seats.mjs";

/** Porcelain with a rim in the seat's colour and the seat's mark, in a cell of 76 by 80. */
function plate(seat) {
  const colour = SEAT_COLOURS[seat];
  return at(38, 37, `<circle cy="4" r="34" fill="#9c948a" stroke="${INK}" stroke-width="1.6"/><circle r="34" fill="${colour}" stroke="${INK}" stroke-width="1.6"/>
    <circle r="31" fill="none" stroke="#fff" stroke-opacity=".4" stroke-width="1.4"/><circle r="24" fill="#fffdf8" stroke="#000" stroke-opacity=".19" stroke-width="1.5"/>
    <path d="M-17-10A20 20 0 0 1-4-19.500" fill="none" stroke="#e2d8c6" stroke-width="2.6" stroke-linecap="round"/>
    <path d="${SEAT_MARKS[seat]}" transform="scale(1.2) translate(-12 -12)" fill="${colour}"/>`);
}

const BODY = "M5.5 45.5C12 47 26 46.5 38 46.5c8.5 0 11.5-5 12.5-18";
const MOODS = {
  calm: { eyes: [[46.5, 10], [57, 11]], mouth: `<path d="M49.5 27.5q3.2 2.7 6.2 0" ${outline(1.9)}/>` },
  happy: { eyes: [[45.5, 9], [57.5, 9]], mouth: `<path d="M47.5 26.5q4.2 6 8.4 0z" fill="${INK}"/>` },
  alarmed: { eyes: [[43.5, 6.5], [59, 6.5]], mouth: `<ellipse cx="52.5" cy="28" rx="2.8" ry="3.6" fill="${INK}"/>` },
};

function eye(mood, x, y) {
  if (mood === "happy") return `<circle cx="${x}" cy="${y}" r="4.2" fill="#e9c46a" ${outline(1.7)}/><path d="M${x - 2.4} ${y + 0.9}q2.4-3.4 4.8 0" ${outline(1.9)}/>`;
  const [size, pupil, aside] = mood === "alarmed" ? [5.2, 1.7, 0] : [4.2, 2, 1];
  return `<circle cx="${x}" cy="${y}" r="${size}" fill="#fff" ${outline(1.7)}/><circle cx="${x + aside}" cy="${y + aside * 0.6}" r="${pupil}" fill="${INK}"/>`;
}

/** A snail in a mood, in a cell of 66 by 54. */
function snail(mood) {
  const { eyes, mouth } = MOODS[mood];
  const horns = eyes.map(([x, y]) => `<path d="M51 24L${x} ${y}" ${outline(5.6)}/><path d="M51 24L${x} ${y}" stroke="#e9c46a" stroke-width="2.4"/>`);
  return `<g fill="none" stroke-linecap="round" stroke-linejoin="round" transform="translate(1)">${horns.join("")}
    <path d="${BODY}" stroke="${INK}" stroke-width="12.5"/><circle cx="51" cy="25.5" r="8.3" fill="#e9c46a" stroke="${INK}" stroke-width="2.1"/>
    <path d="${BODY}" stroke="#e9c46a" stroke-width="8.6"/><path d="M9 48.4h27" stroke="#c79a3c" stroke-width="2"/>
    <circle cx="25" cy="26.5" r="18" fill="#8a5a2b" stroke="${INK}" stroke-width="2.3"/>
    <path d="M25 27c0-4.5 7-4.5 7 1.5 0 7.5-12.5 8.5-14.5 0C16 17.5 27 12.5 34 17.5c4.5 3.5 5 9 3.5 13.5" stroke="#f2d6a8" stroke-width="2.7"/>
    <path d="M14 17.500c2-3 5-4.7 8-5.2" stroke="#c99a63" stroke-width="2.4"/>${eyes.map(([x, y]) => eye(mood, x, y)).join("")}${mouth}</g>`;
}

export const files = {
  "plates.svg": () => strip(76, 80, SEAT_MARKS.map((_, seat) => plate(seat))),
  "snail.svg": () => strip(66, 54, Object.keys(MOODS).map(snail)),
};
