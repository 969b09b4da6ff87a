// The fox: the cook, with hat and jacket. Sour, his ears go down.
import { INK, outline } from "../svg.mjs";
import { SHOULDERS, brows, eyes, mouth, shade, shape } from "../face.mjs";

const HEAD = "M22 58C22 42 38 31 60 31S98 42 98 58C98 67 96 71 106 79C92 82 82 95 60 99C38 95 28 82 14 79C24 71 22 67 22 58Z";
const MASK = "M60 70C50 70 47 63 36 65C27 67 22 73 10 80C28 84 38 97 60 101C82 97 92 84 110 80C98 73 93 67 84 65C73 63 70 70 60 70Z";

const ear = (outer, inner, fill) => `<path d="${outer}" fill="${fill}" ${outline()}/><path d="${inner}" fill="#4a2413"/>`;
const EARS_UP = ear("M20 14L26 58L52 36Z", "M26 24L30 48L43 38Z", "#e2792c") + ear("M100 14L94 58L68 36Z", "M94 24L90 48L77 38Z", "#c9651f");
const EARS_DOWN = ear("M14 34L26 60L50 38Z", "M20 39L29 54L41 42Z", "#e2792c") + ear("M106 34L94 60L70 38Z", "M100 39L91 54L79 42Z", "#c9651f");

const HAT = `<path d="M43 34C33 28 36 12 47 13C50 3 70 3 73 13C84 12 87 28 77 34Z" fill="#fffdf6" ${outline()}/><path d="M66 8C74 12 78 22 72 32L77 34C87 28 84 12 73 13C71 9 69 8 66 8Z" fill="#e4dcca"/><path d="M42.5 32.5Q60 27 77.5 32.5L76 41Q60 35.5 44 41Z" fill="#fffdf6" ${outline(2.2)}/>`;
const NOSE = `<path d="M51.5 79Q60 73 68.5 79Q66 87 60 87.5Q54 87 51.5 79Z" fill="${INK}"/><path d="M55.5 79.5q3-2.5 6-1.5" fill="none" ${outline(1.8, "#9a8a80")}/>`;

export default {
  paw: { fill: "#4a2413", claws: "#f3e1bd" },
  layers: [
    shape("coat", SHOULDERS, "#39604c", shade("#2a4a3a")) + `<path d="M44 92L60 122L76 92Z" fill="#fdf3e0" ${outline(2.2)}/>`,
    (mood) => (mood === "sour" ? EARS_DOWN : EARS_UP),
    shape("head", HEAD, "#e8823a", `${shade("#cf6a26")}<path d="${MASK}" fill="#fff3de"/>`),
    (mood) => eyes(mood, [44, 76], 58, 7, "#d66f28") + brows(mood, [43, 77], 46, 8) + mouth(mood, 60, mood === "happy" ? 87 : 90, 8),
    NOSE + HAT,
  ],
};
