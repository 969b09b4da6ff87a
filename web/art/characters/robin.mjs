// The robin: a red face and breast, a tuft, and a striped scarf.
import { outline } from "../svg.mjs";
import { brows, cheeks, eyes, shade, shape } from "../face.mjs";

const HEAD = "M15 124C16 104 26 92 27 76C22 46 36 23 60 23S98 46 93 76C94 92 104 104 105 124Z";
const BREAST = "M60 43C52 34 37 38 35 54C33 70 38 84 42 96C36 106 36 116 37 128H83C84 116 84 106 78 96C82 84 87 70 85 54C83 38 68 34 60 43Z";
const TUFT = `<path d="M53 26C44 16 50 8 56 15C55 4 66 3 65 14C72 8 77 17 68 26Z" fill="#8f6d47" ${outline(2.4)}/>`;
const SCARF = `<path d="M26 91Q60 110 94 91L97 104Q60 124 23 104Z" fill="#3f7d5c" ${outline()}/><path d="M36 96l-3 13M49 101l-1 13M71 101l1 13M84 96l3 13" fill="none" ${outline(4, "#f4e6c6")}/><path d="M74 104L84 101L92 122H76Z" fill="#2f6548" ${outline(2.2)}/>`;

function beak(mood) {
  if (mood === "happy") return `<path d="M52 64Q60 86 68 64Z" fill="#6a1a14" ${outline(2.2)}/><path d="M55 72Q60 68 65 72Q60 79 55 72Z" fill="#f0a07a"/><path d="M50 64Q60 53 70 64Q60 69 50 64Z" fill="#5d4a3a" ${outline(2.2)}/>`;
  return `<path d="M51 63Q60 54 69 63Q65 72 60 ${mood === "sour" ? 77 : 75}Q55 72 51 63Z" fill="#5d4a3a" ${outline(2.2)}/><path d="M53 64Q60 ${mood === "sour" ? 61 : 69} 67 64" fill="none" ${outline(1.8)}/><path d="M56 60q2-2 5-1.500" fill="none" ${outline(1.6, "#a5907a")}/>`;
}

export default {
  paw: { fill: "#a8794e", claws: "#2b211b" },
  layers: [
    TUFT + shape("head", HEAD, "#9a7850", `${shade("#7d5f3d")}<path d="${BREAST}" fill="none" stroke="#c9cfd0" stroke-width="9"/><path d="${BREAST}" fill="#e8652f"/><path d="M74 40C92 60 84 110 66 128H90V40Z" fill="#cc4f1f" opacity=".9"/>`),
    (mood) => cheeks(mood, [39, 81], 70, "#ffb08a", 0.7) + beak(mood) + eyes(mood, [46, 74], 54, 7.5, "#b85a2c") + brows(mood, [45, 75], 41, 8),
    SCARF,
  ],
};
