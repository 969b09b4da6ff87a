// Runs a function of a Python module in the built parts: node run.mjs PARTS FOLDER MODULE ARGUMENT [NAME=FILE ...]
// FOLDER is put on the path; what `main(ARGUMENT)` of the module returns is printed. Files replace parts, by Pyodide's names.
import { resolve } from "node:path";
import { load } from "./load.mjs";

const [parts, folder, module, argument, ...files] = process.argv.slice(2);

// An error inside Pyodide would be shown with its script, which is a single line of a megabyte.
process.on("uncaughtException", ({ message }) => {
  console.error(message);
  process.exit(1);
});

const py = await load(parts, Object.fromEntries(files.map((each) => each.split("="))));
py.mountNodeFS("/mounted", resolve(folder));
const main = py.runPython(`
  import sys
  sys.path.insert(0, "/mounted")
  from ${module} import main
  main`);
// Timers that Python has cancelled would keep Node waiting.
process.stdout.write(await main(argument), () => process.exit());
