// The hen: a red comb, and a gingham napkin around her neck.
import { outline } from "../svg.mjs";
import { brows, cheeks, eyes, shade, shape } from "../face.mjs";

const HEAD = "M16 124C17 102 30 90 36 76C31 66 31 54 34 44C38 29 48 22 61 22C75 22 85 31 88 45C90 55 89 66 85 76C91 90 103 102 104 124Z";
const GINGHAM = `<pattern id="gingham" width="8" height="8" patternUnits="userSpaceOnUse"><path fill="#f4f6fa" d="M0 0h8v8H0z"/><path d="M0 0h4v8H0z" fill="#2f6ca6" opacity=".55"/><path d="M0 0h8v4H0z" fill="#2f6ca6" opacity=".55"/></pattern>`;

function wattle(mood) {
  const top = mood === "happy" ? 64 : 66;
  return `<path d="M56 ${top}C48 76 51 85 56 85C61 85 62 77 60.5 68C60 77 61 85 66 85C71 85 73 76 65 ${top}Z" fill="#d8362a" ${outline(2.2)}/>`;
}

function beak(mood) {
  if (mood === "happy") {
    return `<path d="M50 62Q60.5 84 71 62Z" fill="#6a1a14" ${outline(2.2)}/><path d="M53 68Q60.5 79 68 68Q60 74 53 68Z" fill="#e08a2a" ${outline(1.6)}/><path d="M48 62Q60.5 47 73 62Q60.5 68 48 62Z" fill="#f6b545" ${outline(2.4)}/>`;
  }
  return `<path d="M49 59Q60.5 47 72 59Q66 69 60.5 72Q55 69 49 59Z" fill="#f6b545" ${outline(2.4)}/><path d="M50.5 60.5Q60.5 ${mood === "sour" ? 57 : 66} 70.5 60.5" fill="none" ${outline(2)}/>`;
}

export default {
  paw: { fill: "#fdf6e8", claws: "#2b211b" },
  layers: [
    `<path d="M42 30C33 18 44 9 51 17C50 5 67 4 67 16C75 8 85 17 77 30Z" fill="#d8362a" ${outline()}/><path d="M47 22q2-5 5-2M59 18q2-6 5-2" fill="none" ${outline(2.4, "#f0705c")}/>` +
      shape("head", HEAD, "#fdf6e8", shade("#ecdcc0")) + `<path d="M30 112q5 5 9 0M80 112q5 5 9 0" fill="none" ${outline(2.2, "#cdb795")}/>`,
    (mood) => cheeks(mood, [41, 81], 58) + wattle(mood) + beak(mood) + eyes(mood, [47, 75], 45, 7, "#efdfc4") + brows(mood, [46, 76], 33, 7),
    `${GINGHAM}<path d="M27 92Q60 110 94 92L98 103Q60 123 23 103Z" fill="url(#gingham)" ${outline()}/>`,
  ],
};
