// Starts Python from the parts, and prints the milliseconds of each stage and the memory: node offline_start.mjs PARTS [NAME=FILE ...]
import { rmSync } from "node:fs";
import { start, unpack } from "../web/offline/load.mjs";

const [parts, ...files] = process.argv.slice(2);
const unpacked = unpack(parts, Object.fromEntries(files.map((each) => each.split("="))));
const stages = {};
let last = performance.now();
let used = process.cpuUsage();

/** The time of a stage: as little as this process alone would need. */
function stage(name) {
  const { user, system } = process.cpuUsage(used);
  stages[name] = Math.min(performance.now() - last, (user + system) / 1000);
  last = performance.now();
  used = process.cpuUsage();
}

const py = await start(unpacked);
stage("python");
py.runPython("import heckmeck.offline");
stage("heckmeck");
rmSync(unpacked.folder, { recursive: true });
const memory = { heap: py._module.HEAPU8.length, process: process.memoryUsage().rss };
process.stdout.write(JSON.stringify({ stages, memory }));
