// What a browser needs to run Python, tested before anything is downloaded: Safari and iOS 16.4, Firefox 115, Chrome and Edge 109.
import type { FailureCode } from "./messages";

/**
 * A module with a function that catches an exception and one that takes a 64-bit integer and a reference:
 * what Python was compiled with.
 */
const SAMPLE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, // the header
  1, 9, 2, 96, 0, 0, 96, 2, 126, 111, 0, // types: () -> (), (i64, externref) -> ()
  3, 3, 2, 0, 1, // functions of these types
  10, 12, 2, 7, 0, 6, 64, 1, 25, 11, 11, 2, 0, 11, // try nop catch_all end; nothing
]);

/** Browsers of the first and the last kind came with these: class static blocks cannot be tested where `eval` is forbidden. */
const CAME_WITH = ["DecompressionStream", "Worker", "indexedDB"] as const;

/** What this browser lacks; null if nothing. */
export function lack(scope: object = globalThis): FailureCode | null {
  const { WebAssembly: wasm } = scope as { WebAssembly?: typeof WebAssembly };
  if (!wasm?.validate?.(SAMPLE)) return "no_wasm";
  return CAME_WITH.every((name) => name in scope) ? null : "no_wasm";
}
