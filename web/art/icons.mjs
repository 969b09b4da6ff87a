// The app's icon, which is in the repository because the server delivers it by name: `node art/icons.mjs`, then `python web/icons.py`.
import { writeFileSync } from "node:fs";
import { at, file, linear, radial, rect } from "./svg.mjs";
import { bigWorm } from "./worm.mjs";

const PUBLIC = new URL("../public/", import.meta.url);
const EMBER = radial("e", [[0, "#ffc05c"], [0.45, "#f07a2c"], [0.8, "#c4431a"], [1, "#7a1f0d"]], [0.5, 0.5, 0.74]);
const IRON = linear("i", [[0, "#2a2320"], [0.28, "#a39489"], [0.52, "#4a4340"], [0.85, "#1c1512"], [1, "#a8431a"]], [0, 0, 1, 0]);
const bar = (x) => rect(x + 14, 0, 34, 512, 0, `fill="#120604" opacity=".4"`) + rect(x, 0, 34, 512, 0, `fill="url(#i)"`);
const grill = `<path fill="url(#e)" d="M0 0h512v512H0z"/>${[18, 132, 246, 360, 474].map(bar).join("")}`;
const worm = at(60, 74, `<ellipse cx="44" cy="72" rx="44" ry="11" fill="#120604" opacity=".45"/>${bigWorm("happy")}`, 4.25);
const drawing = grill + worm;

writeFileSync(new URL("icons/app.svg", PUBLIC), file(512, 512, drawing, EMBER + IRON));
const round = `<clipPath id="r"><rect width="512" height="512" rx="104"/></clipPath>`;
writeFileSync(new URL("icon.svg", PUBLIC), file(512, 512, `<g clip-path="url(#r)">${grill}${at(34, 46, bigWorm("happy"), 4.8)}</g>`, EMBER + IRON + round));
