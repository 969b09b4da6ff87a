// The toad: a straw boater, and the widest mouth of all.
import { outline } from "../svg.mjs";
import { eyes, shade, shape } from "../face.mjs";

const HEAD = "M14 66C14 48 30 40 60 40S106 48 106 66C106 86 88 98 60 98S14 86 14 66Z";
const HAT = `<ellipse cx="60" cy="27" rx="26" ry="6" fill="#e3c06a" ${outline(2.4)}/><path d="M44 26V13Q60 8 76 13V26Q60 31 44 26Z" fill="#f2d48a" ${outline(2.4)}/><path d="M44 20Q60 25.5 76 20V26Q60 31 44 26Z" fill="#a8352a" ${outline(1.8)}/>`;

const MOUTHS = {
  calm: `<path d="M24 72Q40 84 60 83T96 72M22 69q1 4 4 5M98 69q-1 4-4 5" fill="none" ${outline(2.8)}/>`,
  happy: `<path d="M26 71Q60 78 94 71Q88 95 60 95T26 71Z" fill="#6a1a14" ${outline(2.4)}/><path d="M42 89Q60 78 78 89Q70 94 60 94T42 89Z" fill="#f08a7a"/>`,
  sour: `<path d="M28 83Q44 70 60 76Q78 70 92 83" fill="none" ${outline(2.8)}/>`,
};

export default {
  paw: { fill: "#86ad4f", claws: "#2b211b" },
  layers: [
    shape("body", "M8 124C8 104 28 92 60 92S112 104 112 124Z", "#6f9440", shade("#587a30")) + `<path d="M32 124C34 108 44 100 60 100S86 108 88 124Z" fill="#eee3a8" ${outline(2.2)}/>
      <circle cx="36" cy="37" r="17" fill="#86ad4f" ${outline()}/><circle cx="84" cy="37" r="17" fill="#6f9440" ${outline()}/>` +
      shape("head", HEAD, "#86ad4f", `${shade("#6f9440")}<path d="M10 76Q60 104 110 76V110H10Z" fill="#d9dc92" opacity=".85"/>`) +
      `<path d="M24 45Q36 52 50 44Q60 40 70 44Q84 52 96 45" fill="none" stroke="#86ad4f" stroke-width="5"/>
      <g fill="#5f8236"><circle cx="24" cy="62" r="2.8"/><circle cx="31" cy="57" r="2"/><circle cx="96" cy="62" r="2.8"/><circle cx="89" cy="57" r="2"/><circle cx="60" cy="48" r="2.4"/><circle cx="68" cy="51" r="1.7"/></g>
      <path d="M55 62v3M65 62v3" ${outline(2.4)}/>`,
    (mood) => eyes(mood, [36, 84], 36, 11, mood === "sour" ? "#6d9140" : "#7ba247", { white: "#fff6c9", width: 4 }) + MOUTHS[mood],
    HAT,
  ],
};
