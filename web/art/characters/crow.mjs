// The crow: a bowler hat, a collar and a tie, and no doubts.
import { outline } from "../svg.mjs";
import { brows, eyes, shade, shape } from "../face.mjs";

const HEAD = "M22 96C28 86 27 76 26 62C25 40 40 26 60 26S95 40 94 62C93 76 92 86 98 96L86 95L76 104L60 99L44 104L34 95Z";
const HAT = `<path d="M34 32C32 4 88 4 86 32Q60 40 34 32Z" fill="#5b4436" ${outline()}/><path d="M66 11C84 13 87 22 86 32Q80 34 74 35C78 26 76 16 66 11Z" fill="#463328"/><path d="M35 26Q60 34 85 26L86 33Q60 41 34 33Z" fill="#b5482f" ${outline(1.800)}/><path d="M22 34Q60 46 98 34Q97 27 88 31Q60 42 32 31Q23 27 22 34Z" fill="#5b4436" ${outline(2.4)}/>`;
const COLLAR = `<path d="M60 103L38 96L34 112L52 118ZM60 103L82 96L86 112L68 118Z" fill="#fffdf6" ${outline(2.2)}/><path d="M55 103h10l-2 7 4 16H53l4-16z" fill="#6b3f86" ${outline(2.2)}/>`;

function beak(mood) {
  if (mood === "happy") {
    return `<path d="M42 71Q60 104 78 71Z" fill="#6a1a14" ${outline(2.2)}/><path d="M50 83Q60 76 70 83Q60 95 50 83Z" fill="#f08a7a"/><path d="M38 70C44 58 54 54 60 54S76 58 82 70Q60 79 38 70Z" fill="#b9bcc2" ${outline(2.4)}/><path d="M60 54C68 54 77 59 82 70Q72 74 64 74.500C68 68 66 60 60 54Z" fill="#92969f"/><path d="M53 64l3 1M67 64l-3 1" ${outline(2)}/>`;
  }
  const tip = mood === "sour" ? 93 : 90;
  return `<path d="M39 68C44 58 54 54 60 54S76 58 81 68C76 80 67 88 60 ${tip}C53 88 44 80 39 68Z" fill="#b9bcc2" ${outline(2.4)}/><path d="M62 55C70 56 77 60 80 68C75 79 68 86 62 ${tip - 3}C68 78 68 64 62 55Z" fill="#92969f"/><path d="M40.500 69Q60 ${mood === "sour" ? 66 : 80} 79.500 69" fill="none" ${outline(2.200)}/><path d="M53 63l3 1M67 63l-3 1" ${outline(2)}/>`;
}

export default {
  paw: { fill: "#3d465a", claws: "#f3e1bd" },
  layers: [
    shape("body", "M10 124C13 104 32 93 60 93S107 104 110 124Z", "#3d465a", shade("#2b3243")) + COLLAR + shape("head", HEAD, "#46506a", shade("#343c50")) + `<path d="M33 62C33 54 36 48 41 44" fill="none" ${outline(3, "#8590ad")}/>`,
    (mood) => beak(mood) + eyes(mood, [45, 75], 53, 8, "#343c50", { line: "#fff6e4" }) + brows(mood, [44, 76], 42, 8, "#151a26"),
    HAT,
  ],
};
