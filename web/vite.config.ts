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
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { index: "index.html", offline: "offline.html", sw: "src/pwa/worker.ts" },
      // A service worker must keep its name, and its path determines its scope.
      output: { entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
    },
  },
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
