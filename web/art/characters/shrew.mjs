// The shrew: the longest nose at the table, under a headscarf with dots.
import { outline } from "../svg.mjs";
import { SHOULDERS, brows, cheeks, eyes, mouth, shade, shape } from "../face.mjs";

const HEAD = "M25 58C24 36 40 26 60 26S96 36 95 58C94 72 82 80 76 88C72 96 66 101 60 101S48 96 44 88C38 80 26 72 25 58Z";
const SCARF = "M20 62C14 28 36 10 60 10S106 28 100 62C96 46 82 36 60 36S24 46 20 62Z";
const DOTS = [[38, 26], [54, 18], [70, 24], [86, 34], [30, 42], [92, 50], [56, 30], [78, 38]];
const ear = (x, fill) => `<circle cx="${x}" cy="50" r="11.5" fill="${fill}" ${outline()}/><circle cx="${x}" cy="51" r="5.500" fill="#eab3a2"/>`;
const SNOUT = `<path d="M60 54C67 54 73 66 74 76C74 84 68 87 60 87S46 84 46 76C47 66 53 54 60 54Z" fill="#e9d8c4"/><path d="M48 70C50 62 54 54 60 54S70 62 72 70" fill="none" ${outline(1.8, "#c7ae97")}/>`;
const NOSE = `<path d="M52 78Q60 69 68 78Q67 86 60 86.5Q53 86 52 78Z" fill="#ef8580" ${outline(2.2)}/><path d="M56 77.5q2-2.6 5-2" fill="none" ${outline(1.8, "#fff")}/>`;
const WHISKERS = `<path d="M45 80L23 76M45 84L25 88M75 80L97 76M75 84L95 88" fill="none" ${outline(1.7)}/>`;
const KNOT = `<path d="M60 108C50 101 42 104 44 114C50 118 56 114 60 108C64 114 70 118 76 114C78 104 70 101 60 108Z" fill="#c8402f" ${outline(2.2)}/><circle cx="60" cy="109" r="4" fill="#9d2c1e" ${outline(2)}/>`;

export default {
  paw: { fill: "#e8b5a5", claws: "#2b211b" },
  layers: [
    shape("coat", SHOULDERS, "#5b6b8a", shade("#475570")) + ear(21, "#a58d79") + ear(99, "#8a7361") + shape("head", HEAD, "#a58d79", shade("#8a7361")),
    (mood) => cheeks(mood, [35, 85], 70) + eyes(mood, [43, 77], 56, 7, "#8f7866") + brows(mood, [42, 78], 45, 7) + SNOUT + mouth(mood, 60, mood === "happy" ? 88 : 91, 6),
    NOSE + WHISKERS + shape("scarf", SCARF, "#c8402f", `${shade("#a5301f")}<g fill="#fff3de">${DOTS.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3.200"/>`).join("")}</g>`) + KNOT,
  ],
};
