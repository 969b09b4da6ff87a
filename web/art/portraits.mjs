// The guests: a strip for each character with its three moods and, last, its paws on the edge of the table.
import { INK, at, outline, strip } from "./svg.mjs";
import { MOODS } from "./face.mjs";

export const CHARACTERS = ["hen", "fox", "hedgehog", "toad", "owl", "badger", "mole", "duck", "robin", "newt", "shrew", "crow"];
const SIZE = 120;

/** Two paws, in the middle of their cell and as far apart as the bust is wide. */
function paws({ fill, claws }) {
  const paw = `<rect x="-11" y="-7" width="22" height="15" rx="7.500" fill="${fill}" stroke="${INK}" stroke-width="2.400"/><path d="M-3.500 1v6M3.500 1v6" fill="none" ${outline(1.8, claws)}/>`;
  return at(SIZE * 0.14, SIZE / 2, paw) + at(SIZE * 0.86, SIZE / 2, paw);
}

/** Layers that are the same in every mood are drawn once and used in every cell. */
function portrait({ layers, paw }) {
  const shared = layers.map((layer, place) => (typeof layer === "string" ? `<g id="l${place}">${layer}</g>` : "")).join("");
  const cells = MOODS.map((mood) => layers.map((layer, place) => (typeof layer === "string" ? `<use href="#l${place}"/>` : layer(mood))).join(""));
  return strip(SIZE, SIZE, [...cells, paws(paw)], shared);
}

const drawn = await Promise.all(CHARACTERS.map((name) => import(`./characters/${name}.mjs`)));
export const files = Object.fromEntries(CHARACTERS.map((name, place) => [`portrait-${name}.svg`, () => portrait(drawn[place].default)]));
