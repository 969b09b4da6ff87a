import { join } from "node:path";
import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { drawings } from "./drawings.ts";
import { firstChunk } from "./first.ts";
import { lazyWords } from "./lazywords.ts";
import { precompress } from "./precompress.ts";
import { pwa } from "./pwa.ts";

const BUILT = "../src/heckmeck/server/static";
const SOURCE = join(import.meta.dirname, "src/");
const MAIN = join(SOURCE, "main.ts");
/** The entry point of everything that is shown at once. */
const START = join(SOURCE, "start.ts");

export default defineConfig({
  plugins: [
    drawings(),
    firstChunk(MAIN, START),
    lazyWords(SOURCE, START),
    paraglideVitePlugin({
      project: "./project.inlang",
      outdir: "./src/words",
      strategy: ["custom-device", "preferredLanguage", "baseLocale"],
      emitGitIgnore: false,
      emitPrettierIgnore: false,
    }),
    svelte(),
    pwa(BUILT),
    precompress(BUILT, START),
  ],
  build: {
    outDir: BUILT,
    emptyOutDir: true,
    // Scripts and styles are compiled for these and newer browsers; browserslist in package.json has the same list for the linter.
    target: ["safari15.4", "ios15.4", "firefox115", "chrome109", "edge109"],
    // The server's policy forbids inline scripts and styles, and data URLs of pictures are no smaller.
    assetsInlineLimit: 0,
    // What every page has loaded already need not be listed for its parts.
    modulePreload: { polyfill: false, resolveDependencies: (_, names) => names.filter((each) => !/\/(?:rolldown-runtime|index)-/.test(each)) },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { index: "index.html", offline: "offline.html", sw: "src/pwa/worker.ts" },
      // A service worker must keep its name, and its path determines its scope.
      output: { entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
    },
  },
  // The server lets scripts of this name run Python.
  worker: { format: "es", rolldownOptions: { output: { entryFileNames: "assets/host-[hash].js" } } },
  // A static site may lie in any folder. Scripts and styles find other files from their own address; a page is shown under many
  // addresses, and `heckmeck site` rewrites those in its files.
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === "html" ? undefined : { relative: true }) },
  server: { proxy: { "/api": "http://127.0.0.1:8765", "/ws": { target: "http://127.0.0.1:8765", ws: true } } },
  // Tests run the same code as the browser.
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  test: {
    include: ["tests/**/*.test.ts"],
    environment: "happy-dom",
    // One environment for all files takes a fraction of the time; tests/helpers/setup.ts resets what they share.
    isolate: false,
    setupFiles: ["tests/helpers/setup.ts"],
    unstubGlobals: true,
    // Busy machines are slow: tests must not fail by a timeout.
    testTimeout: 120_000,
  },
});
