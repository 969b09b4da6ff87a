// The newt: a wavy crest, an orange belly, and diving goggles on the forehead.
import { outline } from "../svg.mjs";
import { brows, eyes, shade, shape } from "../face.mjs";

const HEAD = "M17 68C17 48 32 36 60 36S103 48 103 68C106 73 107 78 105 83C96 94 80 99 60 99S24 94 15 83C13 78 14 73 17 68Z";
const CREST = `<path d="M32 48C26 34 36 24 42 27C40 14 54 8 60 15C66 8 80 14 78 27C84 24 94 34 88 48Z" fill="#f0914a" ${outline()}/><path d="M44 30l3 10M60 18v14M76 30l-3 10" fill="none" ${outline(2.4, "#c76a26")}/>`;
const lens = (x) => `<circle cx="${x}" cy="37" r="10.5" fill="#4a3a33" ${outline(2.2)}/><circle cx="${x}" cy="37" r="7" fill="#bfe4ea" ${outline(1.6)}/><path d="M${x - 4} 36q1.500-3.500 5-3.500" fill="none" ${outline(1.8, "#fff")}/>`;
const GOGGLES = `<path d="M19 55C24 42 34 37 60 37S96 42 101 55" fill="none" ${outline(8.5)}/><path d="M19 55C24 42 34 37 60 37S96 42 101 55" fill="none" ${outline(4.6, "#c8402f")}/>${lens(46)}${lens(74)}`;

const MOUTHS = {
  calm: `<path d="M28 80Q44 90 60 89T92 80M26 77q1 4 4 5M94 77q-1 4-4 5" fill="none" ${outline(2.7)}/>`,
  happy: `<path d="M30 78Q60 84 90 78Q84 97 60 97T30 78Z" fill="#6a1a14" ${outline(2.4)}/><path d="M45 92Q60 82 75 92Q68 96 60 96T45 92Z" fill="#f08a7a"/>`,
  sour: `<path d="M32 89Q46 78 60 83Q76 78 89 89" fill="none" ${outline(2.7)}/>`,
};

export default {
  paw: { fill: "#4f8a94", claws: "#2b211b" },
  layers: [
    shape("body", "M12 124C14 104 32 92 60 92S106 104 108 124Z", "#3f7480", shade("#305c67")) + `<path d="M36 124C37 108 46 100 60 100S83 108 84 124Z" fill="#f0a04b" ${outline(2.2)}/><g fill="#7a3d17"><circle cx="52" cy="112" r="3"/><circle cx="66" cy="109" r="2.4"/><circle cx="61" cy="119" r="3"/></g>` + CREST +
      shape("head", HEAD, "#4f8a94", `${shade("#3f7480")}<path d="M8 86Q60 104 112 86V110H8Z" fill="#f2b063"/>`) +
      `<g fill="#2f5f6a"><circle cx="24" cy="72" r="2.8"/><circle cx="31" cy="77" r="1.900"/><circle cx="96" cy="72" r="2.800"/><circle cx="89" cy="77" r="1.900"/><circle cx="60" cy="58" r="2.400"/></g><path d="M56 74v2.5M64 74v2.5" ${outline(2.4)}/>`,
    (mood) => eyes(mood, [43, 77], 62, 8.5, "#3f7480", { white: "#fff6c9", line: "#12282d", width: 3.8 }) + brows(mood, [41, 79], 50, 8, "#12282d") + MOUTHS[mood],
    GOGGLES,
  ],
};
