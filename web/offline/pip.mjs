// Runs pip of a Python.
import { execFileSync } from "node:child_process";

/** Run pip with these arguments. A package that is being built has a Python path of its own, on which there is no pip. */
export function pip(python, args) {
  const { PYTHONPATH: _, ...env } = process.env;
  execFileSync(python, ["-m", "pip", ...args], { env, stdio: ["ignore", "ignore", "inherit"] });
}
