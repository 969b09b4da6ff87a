// The hedgehog: a bow tie, and spines that stand up when he is sour.
import { around, outline } from "../svg.mjs";
import { brows, cheeks, eyes, mouth, nose, shade, shape } from "../face.mjs";

const FACE = "M60 44C68 33 92 36 92 62C92 84 78 98 60 98S28 84 28 62C28 36 52 33 60 44Z";
const SPINES = 23;

function spines(mood) {
  const reach = mood === "sour" ? 56 : 51;
  const corners = Array.from({ length: SPINES }, (_, spine) => {
    const angle = (spine / SPINES) * 360 - 90 + (spine % 2 ? 2 : -2);
    return `${around(60, 62, reach, angle)} ${around(60, 62, 41, angle + 180 / SPINES)}`;
  });
  return shape(`spines-${mood}`, `M${corners.join(" ")}Z`, "#7a5337", shade("#5e3d27"));
}

export default {
  paw: { fill: "#e6c48f", claws: "#2b211b" },
  layers: [
    shape("back", "M10 124C12 100 30 90 60 90S108 100 110 124Z", "#6d4a31", shade("#553824")) + `<path d="M34 124C34 106 44 98 60 98S86 106 86 124Z" fill="#f1d3a3" ${outline(2.2)}/>`,
    spines,
    `<path d="M24 36l-5-6M36 24l-3-7M50 18l-1-7M68 18l1-7M83 24l4-6M18 52l-7-2M95 36l6-5" fill="none" ${outline(2.2, "#b98a5f")}/><circle cx="28" cy="46" r="8" fill="#d9ac78" ${outline(2.2)}/><circle cx="92" cy="46" r="8" fill="#c9995f" ${outline(2.2)}/>` +
      shape("head", FACE, "#f6dcb0", shade("#e6c48f")),
    (mood) => cheeks(mood, [39, 81], 74) + eyes(mood, [46, 74], 60, 7, "#e3bf88") + brows(mood, [45, 75], 48, 7) + mouth(mood, 60, mood === "happy" ? 84 : 87, 8),
    nose(60, 73) + `<path d="M60 104L44 98V114ZM60 104L76 98V114Z" fill="#d8452e" ${outline(2.2)}/><circle cx="60" cy="105" r="4.5" fill="#b5321e" ${outline(2)}/>`,
  ],
};
