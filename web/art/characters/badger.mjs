// The badger: a flat cap and a red pullover.
import { outline } from "../svg.mjs";
import { SHOULDERS, brows, cheeks, eyes, mouth, nose, shade, shape } from "../face.mjs";

const HEAD = "M22 60C20 38 38 26 60 26S100 38 98 60C98 68 100 72 104 78C92 80 86 98 60 100C34 98 28 80 16 78C20 72 22 68 22 60Z";
const STRIPES = `<path d="M36 22C28 40 30 62 42 84C50 78 54 66 52 50C51 38 46 28 46 22Z" fill="#35302e"/><path d="M84 22C92 40 90 62 78 84C70 78 66 66 68 50C69 38 74 28 74 22Z" fill="#2b2624"/>`;
const CAP = `<path d="M34 30C36 12 84 12 86 30C76 25 44 25 34 30Z" fill="#4f6f8f" ${outline()}/><path d="M62 17C74 17 84 20 86 30C80 27 72 26 66 26Z" fill="#3b5672"/><path d="M32 31Q60 20 88 31Q93 37 98 39Q84 40 60 33Q42 32 32 31Z" fill="#3b5672" ${outline(2.2)}/>`;
const ear = (x) => `<circle cx="${x}" cy="36" r="10" fill="#3b3735" ${outline()}/><circle cx="${x}" cy="37" r="4.5" fill="#e9dfd0"/>`;

export default {
  paw: { fill: "#3b3735", claws: "#f3e1bd" },
  layers: [
    shape("pullover", SHOULDERS, "#b33a2b", shade("#8f2a1e")) + `<path d="M46 92L60 112L74 92Z" fill="#fdf3e0" ${outline(2.2)}/>` + ear(28) + ear(92) + shape("head", HEAD, "#fbf5e9", shade("#e6dac4") + STRIPES),
    (mood) => cheeks(mood, [29, 91], 72) + eyes(mood, [43, 77], 58, 7, "#4a4442", { line: "#fff6e4" }) + brows(mood, [42, 78], 45, 7, "#fbf5e9") + mouth(mood, 60, mood === "happy" ? 87 : 90, 8),
    nose(60, 77) + CAP,
  ],
};
