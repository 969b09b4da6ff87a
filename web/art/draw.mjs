// Draws everything that the client shows into `src/art`: `node art/draw.mjs`. The same input gives the same files.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as barbecue from "./barbecue.mjs";
import * as cards from "./cards.mjs";
import * as dice from "./dice.mjs";
import * as feast from "./feast.mjs";
import * as garden from "./garden.mjs";
import * as grill from "./grill.mjs";
import * as portions from "./portions.mjs";
import * as portraits from "./portraits.mjs";
import * as wood from "./wood.mjs";
import * as worm from "./worm.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const FOLDER = join(HERE, "../src/art");
const MODULES = [barbecue, cards, dice, feast, garden, grill, portions, portraits, wood, worm];

const drawings = new Map(MODULES.flatMap(({ files }) => Object.entries(files)).map(([name, draw]) => [name, draw()]));

mkdirSync(FOLDER, { recursive: true });
for (const name of readdirSync(FOLDER)) if (!drawings.has(name)) rmSync(join(FOLDER, name));
// Unchanged files are not written, so that file watchers are not triggered.
for (const [name, drawing] of drawings) {
  const path = join(FOLDER, name);
  if (!existsSync(path) || readFileSync(path, "utf8") !== drawing) writeFileSync(path, drawing);
}
