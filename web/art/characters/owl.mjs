// The owl: golden glasses, and everything read in them.
import { outline } from "../svg.mjs";
import { brows, eyes, shade, shape } from "../face.mjs";

const HEAD = "M14 124C12 96 20 88 22 66C22 40 26 32 20 12C34 16 42 22 60 22S86 16 100 12C94 32 98 40 98 66C100 88 108 96 106 124Z";
const MASK = "M60 46C54 34 40 33 32 40C22 48 24 68 36 74C46 78 56 72 60 62C64 72 74 78 84 74C96 68 98 48 88 40C80 33 66 34 60 46Z";
const GLASSES = `<g fill="none" stroke="#c8962c" stroke-width="2.6"><circle cx="42" cy="55" r="15.5"/><circle cx="78" cy="55" r="15.5"/><path d="M57 52q3-3 6 0"/></g>`;

function beak(mood) {
  if (mood === "happy") return `<path d="M53 68Q60 88 67 68Z" fill="#6a1a14" ${outline(2)}/><path d="M52 68Q60 58 68 68Q60 73 52 68Z" fill="#f0a83a" ${outline(2.2)}/>`;
  return `<path d="M52.5 67Q60 57 67.5 67Q65 77 60 ${mood === "sour" ? 83 : 81}Q55 77 52.5 67Z" fill="#f0a83a" ${outline(2.2)}/>`;
}

export default {
  paw: { fill: "#735338", claws: "#f3e1bd" },
  layers: [
    shape("head", HEAD, "#8d6a4c", shade("#735338")) + `<path d="M38 124C38 100 46 90 60 90S82 100 82 124Z" fill="#ead2a6" ${outline(2.2)}/><path d="M50 104l4 4 4-4M62 104l4 4 4-4M56 114l4 4 4-4" fill="none" ${outline(2.4, "#a07c55")}/><path d="${MASK}" fill="#f3e1bd" ${outline(2.2)}/>`,
    (mood) => eyes(mood, [42, 78], 55, 11.5, "#c9a877", { white: "#ffe58c", width: 4 }) + brows(mood, [40, 80], 37, 11, "#4a3220"),
    GLASSES,
    beak,
  ],
};
