// Checks the built pages against the oldest supported browsers, which are listed in package.json.
// Syntax is translated by the build (`build.target`); this is about functions and styles, which are not.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import DoIUse from "doiuse/lib/DoIUse.js";
import { ESLint } from "eslint";
import compat from "eslint-plugin-compat";
import postcss from "postcss";

const BUILT = resolve("../src/heckmeck/server/static");
const BROWSERS = JSON.parse(readFileSync("package.json", "utf8")).browserslist;

/** Styles that some of the browsers lack and do not need. */
const STYLES = {
  "css-container-queries": "the size of the window decides instead",
  "css-container-query-units": "each has a fallback, see VALUES",
  "css-has": "only for what looks better with it",
  "css-overscroll-behavior": "the page behind scrolls on",
  "css-resize": "a field that cannot be made larger",
  "css-touch-action": "the second tap zooms",
  "css-zoom": "a little larger",
  "view-transitions": "things are at their new places at once",
  "css-text-wrap-balance": "lines of other lengths",
};
/** Values that need a fallback before them, for browsers that do not know them. */
const VALUES = /\b(?:color-mix|light-dark|linear|sibling-index)\(|[\d.](?:cq[iwbh]|cqmin|cqmax)\b/;

/** Functions that are used only if the browser has them. */
const FUNCTIONS = [
  "navigation",
  // In the worker that plays without a server, which is not started without it: see src/offline/support.ts.
  "DecompressionStream",
];

async function scripts() {
  const eslint = new ESLint({
    cwd: BUILT,
    overrideConfigFile: true,
    overrideConfig: [{ plugins: { compat }, rules: { "compat/compat": "error" }, settings: { browsers: BROWSERS, lintAllEsApis: true, polyfills: FUNCTIONS } }],
    allowInlineConfig: false,
  });
  const found = await eslint.lintFiles(["assets/*.js", "sw.js"]);
  return found.flatMap(({ filePath, messages }) => messages.map(({ message }) => `${filePath.slice(BUILT.length + 1)}: ${message}`));
}

async function styles(name) {
  const faults = [];
  const onFeatureUsage = ({ feature, featureData: { missing }, usage }) => {
    if (missing && !(feature in STYLES)) faults.push(`${name}: ${missing} lack ${feature}: ${String(usage).slice(0, 120)}`);
  };
  const sheet = readFileSync(join(BUILT, "assets", name), "utf8");
  const { root } = await postcss(new DoIUse({ browsers: BROWSERS, onFeatureUsage })).process(sheet, { from: name });
  root.walkDecls((declaration) => {
    if (VALUES.test(declaration.value) && !hasFallback(declaration)) faults.push(`${name}: there is no fallback for ${declaration}`);
  });
  return faults;
}

/** Whether an older value comes before, or the whole rule is only for browsers that know it. */
function hasFallback(declaration) {
  for (let above = declaration.parent; above; above = above.parent) if (["supports", "container"].includes(above.name)) return true;
  const before = declaration.parent.nodes.slice(0, declaration.parent.index(declaration));
  return before.some(({ prop, value }) => prop === declaration.prop && !VALUES.test(value));
}

const sheets = readdirSync(join(BUILT, "assets")).filter((name) => name.endsWith(".css"));
const faults = [...(await scripts()), ...(await Promise.all(sheets.map(styles))).flat()];
for (const fault of faults) console.error(fault);
if (faults.length > 0) console.error(`The oldest browsers (${BROWSERS.join(", ")}) cannot do this: add a fallback, or say in web/compat.mjs why none is needed.`);
process.exit(faults.length > 0 ? 1 : 0);
