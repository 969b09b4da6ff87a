// The first load: everything that is transferred before the start page is shown.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { closure } from "./closure.ts";
import { isDictionary } from "./lazywords.ts";

/** The scripts and styles that an entry needs before it shows anything, without the words. */
export function firstLoad(bundle: Rolldown.OutputBundle, entry: string): Set<string> {
  const found = new Set<string>();
  const visit = (name: string) => {
    const chunk = bundle[name];
    if (chunk?.type !== "chunk" || found.has(name) || isDictionary(chunk.facadeModuleId)) return;
    found.add(name);
    chunk.viteMetadata?.importedCss.forEach((style) => found.add(style));
    chunk.imports.forEach(visit);
    // An entry only loads what is shown first.
    if (chunk.isEntry) chunk.dynamicImports.forEach(visit);
  };
  for (const file of Object.values(bundle)) if (file.type === "chunk" && file.isEntry && file.name === entry) visit(file.fileName);
  return found;
}

/** The words that a module and its imports use, one file for each language. */
export const wordFiles = (bundle: Rolldown.OutputBundle, start: string) =>
  Object.values(bundle).flatMap((file) => (file.type === "chunk" && isDictionary(file.facadeModuleId, start) ? [file.fileName] : []));

/** How pages, styles and scripts refer to other files: from the root, or from where they are. */
const ADDRESSES = [/="\/([\w./-]+\.\w+)"/g, /url\(["']?([\w./-]+\.\w+)["']?\)/g, /new URL\(["'`]([\w./-]+\.\w+)["'`],/g];
/** Scripts that are loaded later, and icons for installing the game. */
const LATER = /sw\.js$|\.html$|\.png$/;

/** Files and everything they refer to, even pictures that the start page does not show. */
export function withNamed(folder: string, files: readonly string[]): Set<string> {
  const found = new Set(files);
  for (const name of files) {
    const text = readFileSync(join(folder, name), "utf8");
    for (const [, other = ""] of ADDRESSES.flatMap((each) => [...text.matchAll(each)])) {
      const path = join(dirname(name), other);
      if (!LATER.test(path) && existsSync(join(folder, path))) found.add(path);
    }
  }
  return found;
}

/** An import on demand with no other file to load beside it: the help that it has for that is only ballast. */
const LONE_IMPORT = /\b[\w$]+\(\(\)=>import\(([`"'][^`"']+[`"'])\),\[\],import\.meta\.url\)/g;

/** Bundle what `start` needs into one file, which the page requests at once; what `entry` needs to load it stays outside. */
export function firstChunk(entry: string, start: string): Plugin {
  let first = new Set<string>();
  return {
    name: "heckmeck:first",
    apply: "build",
    outputOptions: (options) => ({ ...options, codeSplitting: { groups: [{ name: "start", test: (id) => first.has(id) }], includeDependenciesRecursively: false } }),
    buildEnd() {
      const outside = closure(this, entry);
      first = new Set([...closure(this, start)].filter((id) => !outside.has(id)));
    },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        for (const file of Object.values(bundle)) if (file.type === "chunk") file.code = file.code.replace(LONE_IMPORT, "import($1)");
      },
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle, chunk }) {
        if (!bundle || chunk?.name !== "index") return html;
        const wanted = [...firstLoad(bundle, chunk.name)].filter((name) => !html.includes(name));
        return wanted.map((name) => {
          const attrs = { rel: name.endsWith(".css") ? "stylesheet" : "modulepreload", crossorigin: true, href: `/${name}` };
          return { tag: "link", attrs, injectTo: "head" as const };
        });
      },
    },
  };
}
