// Generates the drawings of the client (art/draw.mjs) before it is built, served or tested: the files are not in the repository.
import { execFileSync } from "node:child_process";
import type { Plugin } from "vite";

export function drawings(): Plugin {
  return {
    name: "heckmeck:drawings",
    config: () => {
      execFileSync(process.execPath, ["art/draw.mjs"], { stdio: "inherit" });
    },
  };
}
