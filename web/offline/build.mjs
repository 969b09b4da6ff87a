// Builds the parts of the offline mode: node build.mjs FOLDER PYTHON [--quick]
// They are Pyodide, the standard library cut to what is used, heckmeck with msgspec and the bots' networks, the list of
// the games, and all licences. Each file is stored compressed, as the server sends it; --quick compresses less.
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { loadPyodide } from "pyodide";
import { load } from "./load.mjs";
import { pip } from "./pip.mjs";

const [folder, python, ...options] = process.argv.slice(2);
const QUALITY = options.includes("--quick") ? 5 : constants.BROTLI_MAX_QUALITY;
const HERE = import.meta.dirname;
const ROOT = join(HERE, "../..");
const MODULES = join(HERE, "../node_modules");
const PYODIDE = join(MODULES, "pyodide");
/** What does not change with every build: msgspec, and large compressed files. */
const KEPT = join(MODULES, ".heckmeck-offline");
const FOUNDATION = "https://github.com/pyodide/pyodide";

// An error inside Pyodide would be shown with its script, which is a single line of a megabyte.
process.on("uncaughtException", ({ message }) => {
  console.error(message);
  process.exit(1);
});

const text = (...path) => readFileSync(join(...path), "utf8");
const hash = (data) => createHash("sha256").update(data).digest("hex");

/** The wheel of msgspec for this Pyodide, in the version of constraints.txt. */
function msgspec({ abi_version, python: version }) {
  const wanted = /^msgspec==.*$/m.exec(text(ROOT, "constraints.txt"))[0];
  const tags = ["--platform", `pyemscripten_${abi_version}_wasm32`, "--python-version", version];
  const into = join(KEPT, `${wanted}-${abi_version}`);
  if (!existsSync(into)) {
    mkdirSync(KEPT, { recursive: true });
    const fresh = mkdtempSync(`${into}.`);
    const quietly = ["--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"];
    pip(python, ["download", ...quietly, ...tags, "--dest", fresh, wanted]);
    renameSync(fresh, into);
  }
  return readFileSync(join(into, readdirSync(into)[0]));
}

/** Compile and pack the archives in Pyodide. The same sources give the same bytes. */
async function archives(lock) {
  const wheel = msgspec(lock.info);
  // Tracebacks need lines, but no columns, which would take up more room than the lines.
  const py = await loadPyodide({ lockFileContents: lock, env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" } });
  const started = py.runPython(`
    import sys
    {name for name, module in sys.modules.items() if module.__spec__ and module.__spec__.origin != "frozen"}`);
  py.mountNodeFS("/checkout", ROOT);
  py.FS.writeFile("/msgspec.whl", wheel);
  py.FS.writeFile("/home/pyodide/archives.py", text(HERE, "archives.py"));
  const build = py.runPython(`
    import archives
    from pathlib import Path

    def build(started):
        for name, data in archives.build(Path("/checkout"), Path("/msgspec.whl"), started):
            Path("/tmp", name).write_bytes(data)

    build`);
  build(started);
  return (name) => Buffer.from(py.FS.readFile(`/tmp/${name}`));
}

/** Compress by brotli. The files of Pyodide take longest, but only once. */
async function packed(data) {
  const kept = join(KEPT, `${hash(data)}-${QUALITY}.br`);
  if (existsSync(kept)) return readFileSync(kept);
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: data.length };
  return promisify(brotliCompress)(data, { params });
}

async function put(into, name, data) {
  const [gz, br] = await Promise.all([promisify(gzip)(data, { level: 9 }), packed(data)]);
  writeFileSync(join(into, `${name}.gz`), gz);
  writeFileSync(join(into, `${name}.br`), br);
  return { name, bytes: data.length, transferred: br.length, sha256: hash(data) };
}

/** Files of Pyodide, which are the same in every build. */
async function putPyodide(into) {
  mkdirSync(KEPT, { recursive: true });
  return Promise.all(
    ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"].map(async (name) => {
      const data = readFileSync(join(PYODIDE, name));
      const file = await put(into, hashed(name, data), data);
      writeFileSync(join(KEPT, `${file.sha256}-${QUALITY}.br`), readFileSync(join(into, `${file.name}.br`)));
      return file;
    }),
  );
}

/** A name with a hash of the content: pyodide.asm.wasm is pyodide.asm-0123456789.wasm. */
const hashed = (name, data) => name.replace(/\.\w+$/, (end) => `-${hash(data).slice(0, 10)}${end}`);

/** All licences: of the parts, and of what the pages contain. */
function licences(made) {
  const title = (name, about) => `${name}\n${"=".repeat(name.length)}\n${about}\n\n`;
  const scripts = Object.keys(JSON.parse(text(HERE, "../package.json")).dependencies);
  const licence = (name) => text(MODULES, name, readdirSync(join(MODULES, name)).find((file) => /^licen[cs]e/i.test(file)));
  return [
    title("Heckmeck", "heckmeck-*.zip without the folder msgspec, games.json, and the pages."),
    text(ROOT, "LICENSE"),
    title("Pyodide", `pyodide-*.mjs, pyodide.asm-*.mjs, pyodide.asm-*.wasm, and the folders pyodide and _pyodide of stdlib-*.zip.\nThe source is at ${FOUNDATION}, tag ${lock.info.version}.`),
    text(HERE, "licences/mpl-2.0.txt"),
    title("Python", "Part of pyodide.asm-*.wasm, and all other files of stdlib-*.zip. Changed: modules that are not used are left\nout, and the others are compiled without their docstrings."),
    text(HERE, "licences/python.txt"),
    title("msgspec", "The folder msgspec of heckmeck-*.zip."),
    made("msgspec.txt").toString(),
    title("Other libraries", "Part of pyodide.asm-*.wasm."),
    text(HERE, "licences/libraries.txt"),
    ...[...scripts, "@inlang/paraglide-js"].flatMap((name) => [title(name, "Part of the scripts of the pages."), licence(name)]),
    title("Bitter", "The fonts of the pages."),
    text(HERE, "../public/fonts/LICENSE.txt"),
  ].join("\n");
}

const info = { ...JSON.parse(text(PYODIDE, "pyodide-lock.json")).info, version: JSON.parse(text(PYODIDE, "package.json")).version };
const lock = { info, packages: {} };
mkdirSync(dirname(folder), { recursive: true });
const fresh = mkdtempSync(`${folder}.`);
process.on("exit", () => rmSync(fresh, { recursive: true, force: true }));
const [made, theirs] = await Promise.all([archives(lock), putPyodide(fresh)]);
const ours = await Promise.all(["stdlib.zip", "heckmeck.zip"].map((name) => put(fresh, hashed(name, made(name)), made(name))));

function list(files) {
  const sum = (key) => files.reduce((total, file) => total + file[key], 0);
  const version = hash(files.map(({ sha256 }) => sha256).join()).slice(0, 12);
  const about = { version, python: info.python, lock, files, total: sum("bytes"), transferred: sum("transferred") };
  writeFileSync(join(fresh, "parts.json"), `${JSON.stringify(about, null, 1)}\n`);
  return about;
}

list([...theirs, ...ours]);
const games = await (await load(fresh)).runPythonAsync(`${text(HERE, "games.py")}\nawait games()`);
const { files, total, transferred } = list([...theirs, ...ours, await put(fresh, "games.json", Buffer.from(games))]);
writeFileSync(join(fresh, "LICENSES.txt"), licences(made));
writeFileSync(join(fresh, ".folders"), made("folders"));
chmodSync(fresh, 0o755);
rmSync(folder, { recursive: true, force: true });
renameSync(fresh, folder);
const kb = (bytes) => `${(bytes / 1000).toFixed(0)} KB`;
for (const { name, bytes, transferred: sent } of files) console.log(`${name}: ${kb(bytes)}, ${kb(sent)} compressed`);
console.log(`Offline: ${kb(total)}, ${kb(transferred)} compressed.`);
