// Starts Python from the built parts in Node, as the worker of the page does in a browser.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

/** The names that Pyodide knows, each with the pattern of the name of its part. */
const NAMES = {
  "pyodide.mjs": /^pyodide-.*\.mjs$/,
  "pyodide.asm.mjs": /^pyodide\.asm-.*\.mjs$/,
  "pyodide.asm.wasm": /^pyodide\.asm-.*\.wasm$/,
  "python_stdlib.zip": /^stdlib-.*\.zip$/,
  "heckmeck.zip": /^heckmeck-.*\.zip$/,
};
const FOLDER = "/heckmeck";

/** Unpack the parts in a folder under the names that Pyodide knows, and return where. `replaced` names other files for parts. */
export function unpack(parts, replaced = {}) {
  const { files, lock } = JSON.parse(readFileSync(join(parts, "parts.json"), "utf8"));
  const folder = mkdtempSync(join(tmpdir(), "heckmeck-"));
  for (const [name, pattern] of Object.entries(NAMES)) {
    const part = () => gunzipSync(readFileSync(join(parts, `${files.find((file) => pattern.test(file.name)).name}.gz`)));
    writeFileSync(join(folder, name), name in replaced ? readFileSync(replaced[name]) : part());
  }
  return { folder, lock };
}

/** Start Pyodide from unpacked parts, with heckmeck on its path. */
export async function start({ folder, lock }) {
  const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
  const py = await loadPyodide({ indexURL: folder, lockFileContents: lock });
  py.unpackArchive(new Uint8Array(readFileSync(join(folder, "heckmeck.zip"))), "zip", { extractDir: FOLDER });
  py.runPython(`import sys; sys.path.insert(0, "${FOLDER}")`);
  return py;
}

/** Load the parts in a folder, and return Pyodide with heckmeck on its path. */
export async function load(parts, replaced = {}) {
  const unpacked = unpack(parts, replaced);
  try {
    return await start(unpacked);
  } finally {
    rmSync(unpacked.folder, { recursive: true });
  }
}
