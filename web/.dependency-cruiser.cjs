// The rules for imports, checked by `scripts/web --check`.
const TIERS = require("./tiers.cjs");

/** Generated messages and drawings, and modules that all pages share: address, settings, storage and words. */
const COMMON = "^src/((words|art)/|(dictionary|storage)\\.ts$|(route|settings)\\.svelte\\.ts$)";
const folder = (name) => `^src/${name}/`;
const below = ([tier, allowed]) => ({
  name: `${tier}-imports-only-what-is-below`,
  severity: "error",
  from: { path: folder(tier) },
  to: { path: "^src/", pathNot: [COMMON, folder(tier), ...allowed.map(folder)] },
});

module.exports = {
  forbidden: [
    ...Object.entries(TIERS).map(below),
    {
      name: "settings-and-route-import-only-wire-and-offline",
      severity: "error",
      from: { path: "^src/(route|settings)\\.svelte\\.ts$" },
      to: { path: "^src/", pathNot: [COMMON, folder("wire"), folder("offline")] },
    },
    {
      name: "no-game-imports-another",
      comment: "Several games share what is in games/shared, games/dice and games/portions.",
      severity: "error",
      from: { path: "^src/games/([^/]+)/" },
      to: { path: "^src/games/", pathNot: ["^src/games/$1/", "^src/games/(shared|dice|portions)/"] },
    },
    {
      name: "games-only-through-the-registry",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/games/registry\\.ts$", "^src/games/[^/]+/"] },
      to: { path: "^src/games/[^/]+/" },
    },
    { name: "no-cycle-of-files", severity: "error", from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } } },
    { name: "no-cycle-of-folders", severity: "error", scope: "folder", from: {}, to: { circular: true } },
    { name: "resolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^src/words/.*/" },
    // Imports of types count as well; for those inside components see tests/imports.test.ts.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: `${__dirname}/tsconfig.json` },
    enhancedResolveOptions: {
      extensions: [".ts", ".svelte.ts", ".svelte", ".js", ".json"],
      exportsFields: ["exports"],
      conditionNames: ["svelte", "browser", "import", "default"],
    },
  },
};
