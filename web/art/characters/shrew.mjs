// The shrew: the longest nose at the table, under a headscarf with dots.
import { outline } from "../svg.mjs";
import { SHOULDERS, brows, cheeks, eyes, mouth, shade, shape } from "../face.mjs";

const HEAD = "M24 62C22 38 38 26 60 26S98 38 96 62C96 76 84 88 74 96Q60 102 46 96C36 88 24 76 24 62Z";
const SCARF = "M20 62C14 28 36 10 60 10S106 28 100 62C96 46 82 36 60 36S24 46 20 62Z";
const DOTS = [[38, 26], [54, 18], [70, 24], [86, 34], [30, 42], [92, 50], [56, 30], [78, 38]];
const ear = (x, fill) => `<circle cx="${x}" cy="50" r="11.5" fill="${fill}" ${outline()}/><circle cx="${x}" cy="51" r="5.500" fill="#eab3a2"/>`;
const SNOUT = `<path d="M60 58C70 58 75 68 74 77C73 86 67 90 60 90S47 86 46 77C45 68 50 58 60 58Z" fill="#e6d3bd" ${outline(2.2)}/>`;
const NOSE = `<path d="M51 73Q60 65 69 73Q67 82 60 82.500Q53 82 51 73Z" fill="#f08f8a" ${outline(2.2)}/><path d="M55.500 73q2.500-3 6-2" fill="none" ${outline(1.800, "#fff")}/>`;
const WHISKERS = `<path d="M42 76L22 71M42 80L23 83M78 76L98 71M78 80L97 83" fill="none" ${outline(1.800)}/>`;
const KNOT = `<path d="M60 102C50 94 42 98 44 108C50 112 56 108 60 102C64 108 70 112 76 108C78 98 70 94 60 102Z" fill="#c8402f" ${outline(2.2)}/><circle cx="60" cy="102" r="4" fill="#9d2c1e" ${outline(2)}/>`;

export default {
  paw: { fill: "#e8b5a5", claws: "#2b211b" },
  layers: [
    shape("coat", SHOULDERS, "#5b6b8a", shade("#475570")) + ear(21, "#a58d79") + ear(99, "#8a7361") + shape("head", HEAD, "#a58d79", shade("#8a7361")),
    (mood) => cheeks(mood, [35, 85], 70) + eyes(mood, [43, 77], 56, 7, "#8f7866") + brows(mood, [42, 78], 45, 7) + mouth(mood, 60, mood === "happy" ? 88 : 92, 7),
    SNOUT + NOSE + WHISKERS + shape("scarf", SCARF, "#c8402f", `${shade("#a5301f")}<g fill="#fff3de">${DOTS.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3.200"/>`).join("")}</g>`) + KNOT,
  ],
};
