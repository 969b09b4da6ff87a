// The mole: a star for a nose, and a bobble hat.
import { INK, outline } from "../svg.mjs";
import { SHOULDERS, brows, cheeks, eyes, mouth, shade, shape } from "../face.mjs";

const HEAD = "M20 64C20 38 36 24 60 24S100 38 100 64C100 86 86 98 60 98S20 86 20 64Z";
const MUZZLE = `<path d="M40 74C40 64 48 62 60 62S80 64 80 74C80 86 72 92 60 92S40 86 40 74Z" fill="#8188a3" ${outline(2.2)}/>`;
const NOSE = `<path d="M60 60C66 54 74 60 70 66C76 70 70 78 64 74C62 80 58 80 56 74C50 78 44 70 50 66C46 60 54 54 60 60Z" fill="#f7a9a4" ${outline(2.2)}/><circle cx="57" cy="67" r="1.7" fill="${INK}"/><circle cx="63" cy="67" r="1.7" fill="${INK}"/>`;
const HAT = `<path d="M30 40C30 14 90 14 90 40C74 33 46 33 30 40Z" fill="#e8862f" ${outline()}/><path d="M66 20C82 22 90 28 90 40C84 37 78 36 72 35Z" fill="#c96d1d"/><path d="M28 42Q60 30 92 42V34Q60 22 28 34Z" fill="#f6c069" ${outline(2.2)}/><circle cx="60" cy="16" r="7" fill="#f6c069" ${outline(2.2)}/>`;

export default {
  paw: { fill: "#f7a9a4", claws: "#2b211b" },
  layers: [
    shape("coat", SHOULDERS, "#3a3f52", shade("#2b2f40")) + `<path d="M36 96Q60 108 84 96L86 124H34Z" fill="#e8b64a" ${outline(2.2)}/><path d="M40 97V124M80 97V124" fill="none" ${outline(2)}/>` +
      shape("head", HEAD, "#565c74", shade("#434860")) + `<path d="M30 50C33 38 42 31 52 29" fill="none" ${outline(3, "#8188a3")}/>`,
    (mood) => cheeks(mood, [35, 85], 74, "#f29a9a", 0.6) + eyes(mood, [43, 77], 57, 6, "#434860", { line: "#fff" }) + brows(mood, [42, 78], 47, 6, "#1d2030"),
    MUZZLE,
    (mood) => mouth(mood, 60, mood === "happy" ? 81 : 84, 7),
    NOSE + HAT,
  ],
};
