import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import TIERS from "../tiers.cjs";

const TYPE_IMPORT = /import (?:type )?\{([^}]*)\} from "(\.[^"]+)"/g;

/** The types that components import, as [component, file]; dependency-cruiser sees only what is left after compiling. */
function typeImports(): [from: string, to: string][] {
  const components = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".svelte"));
  return components.flatMap((name) =>
    [...readFileSync(`src/${name}`, "utf8").matchAll(TYPE_IMPORT)].map(([, , path = ""]): [string, string] => [name, normalize(join(dirname(name), path))]),
  );
}

const partOf = (path: string) => (path.includes("/") ? (path.split("/")[0] ?? "") : "");

test("types that components import keep to the direction of imports, too", () => {
  const found = typeImports();
  expect(found.length).toBeGreaterThan(100);
  const wrong = found.filter(([from, to]) => {
    const [part, other] = [partOf(from), partOf(to)];
    return part in TIERS && other in TIERS && part !== other && !TIERS[part as keyof typeof TIERS].some((name) => name === other);
  });
  expect(wrong).toEqual([]);
  const between = found.filter(([from, to]) => from.startsWith("games/") && to.startsWith("games/") && to.split("/").length > 2);
  const game = (path: string) => path.split("/")[1] ?? "";
  expect(between.filter(([from, to]) => game(from) !== game(to) && !["shared", "dice", "portions"].includes(game(to)))).toEqual([]);
});

test("imports inside components that go the wrong way are refused", () => {
  const cruise = join(process.cwd(), "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const config = join(process.cwd(), ".dependency-cruiser.cjs");
  const { status, stdout } = spawnSync(process.execPath, [cruise, "--config", config, "src"], { cwd: "tests/brokenImports", encoding: "utf8" });
  expect(status).not.toBe(0);
  for (const rule of ["ui-imports-only-what-is-below", "no-game-imports-another", "games-only-through-the-registry", "no-cycle-of-folders"]) {
    expect(stdout).toContain(rule);
  }
});

test("no file outside a game's own folder names a game", () => {
  const games = readdirSync("src/games", { withFileTypes: true })
    .filter((each) => each.isDirectory() && !["shared", "dice", "portions", "generic"].includes(each.name))
    .map(({ name }) => name);
  expect(games.length).toBeGreaterThan(0);
  const names = new RegExp(`\\b(${games.join("|")})\\b`, "i");
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
    (name) => /\.(ts|svelte)$/.test(name) && !/^words\/|^wire\/types\.ts$|^games\/registry\.ts$/.test(name) && !games.some((game) => name.startsWith(`games/${game}/`)),
  );
  expect(files.filter((name) => names.test(readFileSync(`src/${name}`, "utf8")))).toEqual([]);
});
