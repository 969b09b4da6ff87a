// Compresses the built files once and as small as possible, so that the server only has to pick the right file.
// Also measures the first load: a build that exceeds its limits fails.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { firstLoad, withNamed, wordFiles } from "./first.ts";
import { listFiles } from "./pwa.ts";

const PACKED = /\.(?:js|css|html|svg|json|webmanifest)$/;
/** Files below this size are not worth compressing. */
const SMALLEST = 600;
const KB = 1024;
/** The limits of the first load, in compressed bytes: of JavaScript with the words, and of everything that is transferred. */
const LIMITS = { scripts: 70 * KB, all: 250 * KB };

export function precompress(folder: string, start: string): Plugin {
  let first = new Set<string>();
  let words: string[] = [];
  return {
    name: "heckmeck:precompress",
    apply: "build",
    writeBundle(_, bundle) {
      first = firstLoad(bundle, "index");
      words = wordFiles(bundle, start);
    },
    closeBundle() {
      // A failed build has nothing to compress.
      if (first.size === 0) return;
      const sizes = pack(folder);
      listFiles(folder, sizes);
      const all = withNamed(folder, ["index.html", ...first]);
      const sum = (names: Iterable<string>) => [...names].reduce((total, name) => total + (sizes.get(name) ?? 0), 0);
      // A reader loads one language; the largest counts.
      const spoken = Math.max(...words.map((name) => sizes.get(name) ?? 0));
      check("JavaScript with the words", sum([...all].filter((name) => name.endsWith(".js"))) + spoken, LIMITS.scripts);
      check("everything", sum(all) + spoken, LIMITS.all);
    },
  };
}

function check(what: string, size: number, limit: number): void {
  const text = `First load, ${what}: ${(size / KB).toFixed(1)} KB compressed (at most ${limit / KB} KB).`;
  if (size > limit) throw new Error(text);
  console.log(text);
}

/** Compress all files, and return how many bytes of each are transferred. */
function pack(folder: string): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { name, parentPath } of readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())) {
    const path = join(parentPath, name);
    const plain = readFileSync(path);
    const packed = PACKED.test(name) && plain.length >= SMALLEST ? gzipSync(plain, { level: 9 }) : null;
    sizes.set(path.slice(join(folder, "/").length), (packed ?? plain).length);
    if (!packed) continue;
    writeFileSync(`${path}.gz`, packed);
    const options = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } };
    writeFileSync(`${path}.br`, brotliCompressSync(plain, options));
  }
  return sizes;
}
