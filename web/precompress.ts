// Packs what was built, once and as small as possible, so that the server only has to pick the right file.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { firstLoad } from "./first.ts";

const PACKED = /\.(?:js|css|html|svg|json|webmanifest)$/;
/** Smaller files do not get smaller. */
const SMALLEST = 600;
/** The promise of the first load, in bytes of compressed JavaScript. */
const LIMIT = 120 * 1024;

export function precompress(folder: string): Plugin {
  let first = new Set<string>();
  return {
    name: "heckmeck:precompress",
    apply: "build",
    writeBundle(_, bundle) {
      first = firstLoad(bundle, "index");
    },
    closeBundle() {
      const total = pack(folder, first);
      const size = `First load: ${(total / 1024).toFixed(1)} KB of compressed JavaScript (at most ${LIMIT / 1024} KB).`;
      if (total > LIMIT) throw new Error(size);
      console.log(size);
    },
  };
}

function pack(folder: string, first: Set<string>): number {
  let total = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!PACKED.test(name)) continue;
    const plain = readFileSync(join(folder, name));
    const packed = gzipSync(plain, { level: 9 });
    if (first.has(name) && name.endsWith(".js")) total += packed.length;
    if (plain.length < SMALLEST) continue;
    writeFileSync(join(folder, `${name}.gz`), packed);
    const options = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } };
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(plain, options));
  }
  return total;
}
