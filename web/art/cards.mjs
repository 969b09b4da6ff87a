// Karteneck's cards: a bird for each value, the worm with its crest, and the back.
// Values and shield points are text of the page, over these drawings. A mini card is drawn for 16 pixels.
import { INK, at, outline, rect, strip } from "./svg.mjs";
import { worm } from "./worm.mjs";

const PAPER = "#fffdf6";
const COLOURS = ["#6d3f0b", "#572a80", "#0b5843", "#124c75", "#851743", "#8a2211"];
const TINTS = ["#f4e6d2", "#ece3f5", "#dcf0e6", "#dfecf6", "#f8e1e9", "#ffe3ab"];
const LIGHT = `fill="${PAPER}"`;

/** The birds of the values 1 to 5, each 100 by 100: silhouette, thin lines in its colour, and light details. */
const BIRDS = [
  {
    shape: "M88 47L76 41C74 27 62 20 50 24C41 27 36 35 32 44L8 34L5 43L24 59C27 74 41 83 56 81C72 79 80 66 78 54Z",
    lines: "M48 80l-3 13M60 80l1 13M38 93h12M55 93h12",
    details: `<path d="M34 50C42 48 52 52 56 62C46 66 36 62 34 50Z" ${LIGHT}/><circle cx="64" cy="38" r="3.4" ${LIGHT}/>`,
  },
  {
    shape: "M21 9C31 17 41 19 50 19S69 17 79 9C84 21 83 32 81 40C87 64 75 88 50 88S13 64 19 40C17 32 16 21 21 9Z",
    lines: "M36 93h11M53 93h11",
    details: `<circle cx="37" cy="38" r="12" ${LIGHT}/><circle cx="63" cy="38" r="12" ${LIGHT}/><circle cx="39" cy="39" r="5.5"/><circle cx="61" cy="39" r="5.5"/><path d="M50 44l5 7-5 8-5-8z" ${LIGHT}/><path d="M36 66l5 5 5-5M54 66l5 5 5-5M45 76l5 5 5-5" fill="none" ${outline(3.5, PAPER)}/>`,
  },
  {
    shape: "M97 36C91 38 86 37 82 34C80 41 77 45 75 48C87 62 80 79 62 81H36C13 80 3 60 6 40C18 50 30 52 42 50C51 49 57 45 54 37C50 27 53 18 62 14C72 11 81 17 82 27C87 31 92 32 98 31Z",
    lines: "M4 90q8-6 16 0t16 0t16 0t16 0t16 0t12 0",
    details: `<path d="M28 59C40 63 52 62 62 56C58 70 38 74 28 59Z" ${LIGHT}/><circle cx="70" cy="26" r="3.4" ${LIGHT}/>`,
  },
  {
    shape: "M99 31L73 22C74 12 65 6 57 10C50 14 51 23 54 30C57 38 50 38 42 39C27 40 14 46 2 58C16 63 28 66 41 64C56 62 67 51 66 37C66 32 65 30 66 28Z",
    lines: "M40 62V93M34 93h12M48 61L62 72L46 80",
    details: `<path d="M14 56C26 50 38 50 50 50C44 58 30 61 14 56Z" ${LIGHT}/><circle cx="62" cy="17" r="3" ${LIGHT}/>`,
  },
  {
    shape: "M40 61C20 60 1 46 5 15C9 27 14 32 20 33C15 22 18 10 28 4C27 20 35 32 48 37C56 38 59 31 60 24C58 20 58 15 61 12C63 15 65 15 66 14C66 9 68 5 72 3C73 8 75 9 77 9C79 8 82 8 84 10C83 14 81 17 80 20L93 26L82 31C86 36 85 42 81 43L80 42C84 64 73 80 56 80C45 80 38 72 40 61Z",
    lines: "M50 79l-3 14M64 78l1 15M40 93h12M59 93h12",
    details: `<path d="M48 50C56 50 64 54 68 62C58 68 48 62 48 50Z" ${LIGHT}/><circle cx="71" cy="22" r="3.2" ${LIGHT}/>`,
  },
];

const bird = (value, x, y, size) =>
  at(x, y, `<g fill="${COLOURS[value]}"><path d="${BIRDS[value].shape}"/><path d="${BIRDS[value].lines}" fill="none" ${outline(4.5, COLOURS[value])}/>${BIRDS[value].details}</g>`, size / 100);

/** The paper of a card, 70 by 100 with an edge of two units, one unit inside its cell of 72 by 104. */
const paper = (sort) =>
  rect(1, 2.6, 70, 100, 8, `fill="#c9b58a" stroke="${INK}" stroke-width="1.6"`) +
  rect(1, 1, 70, 100, 8, `fill="${PAPER}" stroke="${INK}" stroke-width="1.6"`) +
  rect(5.5, 5.5, 61, 91, 5, `fill="${TINTS[sort]}" stroke="${COLOURS[sort]}" stroke-opacity=".35"`);

const WORM_SORT = 5;
const crest = `<path d="M10 43h32v14c0 11-7 17-16 21-9-4-16-10-16-21z" fill="${COLOURS[WORM_SORT]}" ${outline(2)}/><path d="M13.5 46.5h25v11c0 8-5 13-12.500 16.5-7.5-3.5-12.500-8.500-12.500-16.500z" fill="none" stroke="#f4c95d" stroke-width="1.6"/>`;

function back() {
  return rect(1, 2.6, 70, 100, 8, `fill="#c9b58a" stroke="${INK}" stroke-width="1.6"`) + rect(1, 1, 70, 100, 8, `fill="#fff7df" stroke="${INK}" stroke-width="1.6"`) +
    rect(6, 6, 60, 90, 5, `fill="#a8341a"`) + `<path d="M15 9v84M25.5 9v84M36 9v84M46.500 9v84M57 9v84" stroke="#3b3633" stroke-width="5" stroke-linecap="round"/>
    <circle cx="36" cy="51" r="20" fill="#fff7df" stroke="${INK}" stroke-width="2"/>${worm(19.5, 41, 1.4)}`;
}

function cards() {
  const birds = BIRDS.map((_, value) => paper(value) + bird(value, 12, 28, 50));
  return strip(72, 104, [...birds, paper(WORM_SORT) + worm(27, 16, 1.66) + crest, back()]);
}

function miniCards() {
  const birds = BIRDS.map((_, value) => paper(value) + bird(value, 15, 54, 42));
  const shield = `<path d="M12 46h48v22c0 15-11 22-24 28-13-6-24-13-24-28z" fill="${COLOURS[WORM_SORT]}" ${outline(2.2)}/>`;
  return strip(72, 104, [...birds, paper(WORM_SORT) + worm(6, 9, 2.4) + shield]);
}

export const files = { "cards.svg": cards, "cards-mini.svg": miniCards };
