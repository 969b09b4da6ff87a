import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { precompress } from "./precompress.ts";

const BUILT = "../src/heckmeck/server/static";

export default defineConfig({
  plugins: [
    paraglideVitePlugin({
      project: "./project.inlang",
      outdir: "./src/words",
      strategy: ["localStorage", "preferredLanguage", "baseLocale"],
      emitGitIgnore: false,
      emitPrettierIgnore: false,
    }),
    svelte(),
    precompress(BUILT),
  ],
  build: {
    outDir: BUILT,
    emptyOutDir: true,
    target: "es2022",
    // The server's policy forbids scripts and styles inside the page, and pictures in addresses are no smaller.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // A word is loaded with the page that says it, not with the first one.
    rolldownOptions: { treeshake: { moduleSideEffects: [{ test: /\/src\/words\//, sideEffects: false }] } },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8765", "/ws": { target: "http://127.0.0.1:8765", ws: true } } },
  // Tests run what the browser runs.
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  test: { include: ["tests/**/*.test.ts"] },
});
