// The duck: a drake with a curl, a white collar, and a bill that shows everything.
import { outline } from "../svg.mjs";
import { brows, eyes, shade, shape } from "../face.mjs";

const HEAD = "M26 90C34 82 30 74 29 58C28 36 42 22 60 22S92 36 91 58C90 74 86 82 94 90Q60 108 26 90Z";
const BILLS = {
  calm: `<path d="M34 72C37 62 48 62 60 60C72 62 83 62 86 72C80 86 40 86 34 72Z" fill="#f6bd3c" ${outline(2.4)}/><path d="M36 73Q60 82 84 73" fill="none" ${outline(2.2)}/>`,
  happy: `<path d="M38 70Q60 100 82 70Z" fill="#6a1a14" ${outline(2.2)}/><path d="M47 82Q60 75 73 82Q60 92 47 82Z" fill="#f08a7a"/><path d="M33 70C36 60 48 60 60 58C72 60 84 60 87 70C78 77 42 77 33 70Z" fill="#f6bd3c" ${outline(2.4)}/>`,
  sour: `<path d="M36 80C38 66 48 62 60 62S82 66 84 80C74 72 46 72 36 80Z" fill="#f6bd3c" ${outline(2.4)}/><path d="M42 80Q60 74 78 80Q70 86 60 86T42 80Z" fill="#d99520" ${outline(2.2)}/>`,
};

export default {
  paw: { fill: "#6d442a", claws: "#f3e1bd" },
  layers: [
    shape("body", "M8 124C12 102 30 92 60 92S108 102 112 124Z", "#8a5a3a", shade("#6d442a")) + shape("head", HEAD, "#2f7a4f", shade("#225e3c")) +
      `<path d="M37 50C39 38 46 31 55 29" fill="none" ${outline(3.2, "#6bb887")}/><path d="M25 89Q60 108 95 89L97 98Q60 117 23 98Z" fill="#fffaf0" ${outline(2.4)}/><path d="M58 23C54 12 62 8 66 12C66 6 74 8 72 14C70 18 66 20 64 24Z" fill="#2f7a4f" ${outline(2.2)}/>`,
    (mood) => eyes(mood, [46, 74], 50, 7.5, "#2a6c46", { line: "#fff6e4" }) + brows(mood, [45, 75], 38, 8, "#12301f") + BILLS[mood],
    `<path d="M53 66l2 2M67 66l-2 2" ${outline(2)}/>`,
  ],
};
