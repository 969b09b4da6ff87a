import { expect, test } from "vitest";
import { lack } from "../../src/offline/support";

const enough = { WebAssembly, DecompressionStream: 1, Worker: 1, indexedDB: 1 };

test("a browser that has everything lacks nothing", () => {
  expect(lack(enough)).toBeNull();
});

test.each(["WebAssembly", "DecompressionStream", "Worker", "indexedDB"])("a browser without %s is told before anything is loaded", (name) => {
  expect(lack(Object.fromEntries(Object.entries(enough).filter(([key]) => key !== name)))).toBe("no_wasm");
});

test("a browser whose WebAssembly has no exceptions is too old", () => {
  expect(lack({ ...enough, WebAssembly: { validate: () => false } })).toBe("no_wasm");
});
