import { createHash } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { COMPLETE, forget, keep, kept, PREFIX, renew, usable } from "../../src/offline/copy";
import { fileAt } from "../../src/offline/files";

/** The caches of a browser, in memory. */
class FakeCaches {
  readonly all = new Map<string, Map<string, Response>>();
  full = false;
  keys = () => Promise.resolve([...this.all.keys()]);
  delete = (name: string) => Promise.resolve(this.all.delete(name));
  open = (name: string) => {
    if (!this.all.has(name)) this.all.set(name, new Map());
    const entries = this.all.get(name) as Map<string, Response>;
    return Promise.resolve({
      match: (key: string) => Promise.resolve(entries.get(key)?.clone()),
      put: (key: string, response: Response) => {
        if (this.full) return Promise.reject(new DOMException("no room", "QuotaExceededError"));
        entries.set(key, response);
        return Promise.resolve();
      },
    });
  };
  names = (version: string) => [...(this.all.get(PREFIX + version)?.keys() ?? [])].map((key) => key.split("/").slice(-1)[0]);
}

let caches: FakeCaches;
/** The files of the host, by name; what is requested from it. */
let files: Record<string, string>;
let asked: string[];
/** Files whose answers never come; and those that were given up. */
let stuck: string[];
let ended: string[];

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const listed = (name: string, text: string) => ({ name, bytes: text.length, transferred: text.length, sha256: sha256(text) });

/** Let the host of the pages offer this version. */
function offer(version: string, wasm = "wasm") {
  const parts = ["pyodide-1.mjs", "pyodide.asm-2.mjs", "pyodide.asm-3.wasm", "stdlib-4.zip", "heckmeck-5.zip"];
  const client = { "index.html": `page ${version}`, "assets/start.js": "start" };
  const python = Object.fromEntries(parts.map((name) => [name, name.endsWith("wasm") ? wasm : name]));
  files = {
    ...client,
    ...Object.fromEntries(Object.entries(python).map(([name, text]) => [`offline/${name}`, text])),
    "client.json": JSON.stringify({ version, files: Object.entries(client).map(([name, text]) => listed(name, text)) }),
    "offline/parts.json": JSON.stringify({ version: "p", lock: { info: 1 }, files: Object.entries(python).map(([name, text]) => listed(name, text)) }),
  };
}

beforeEach(() => {
  caches = new FakeCaches();
  [asked, stuck, ended] = [[], [], []];
  vi.restoreAllMocks();
  offer("one");
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("fetch", (address: string, { signal }: RequestInit) => {
    const name = Object.keys(files).find((each) => fileAt(each) === address) ?? "";
    asked.push(name);
    const content = files[name];
    if (stuck.includes(name)) {
      return new Promise((_, reject) => signal?.addEventListener("abort", () => (ended.push(name), reject(signal.reason as Error))));
    }
    if (content === undefined) return Promise.reject(new TypeError("no network"));
    return Promise.resolve(new Response(content, { headers: { "Content-Type": "text/x", "X-Other": "1" } }));
  });
});

test("all files are kept, with progress up to the end", async () => {
  const progress: number[] = [];
  const copy = await keep((loaded, total) => progress.push(loaded / total));
  expect(progress.at(-1)).toBe(1);
  expect(progress.every((part, at) => part > (progress[at - 1] ?? 0))).toBe(true);
  expect(copy.parts).toMatchObject({ wasm: fileAt("offline/pyodide.asm-3.wasm"), loader: fileAt("offline/pyodide-1.mjs"), lock: { info: 1 } });
  expect(caches.names("one-p").sort()).toEqual([COMPLETE, "heckmeck-5.zip", "index.html", "pyodide-1.mjs", "pyodide.asm-2.mjs", "pyodide.asm-3.wasm", "start.js", "stdlib-4.zip"]);
  const page = await (await caches.open(`${PREFIX}one-p`)).match(fileAt("index.html"));
  expect([page?.headers.get("Content-Type"), page?.headers.get("X-Other")]).toEqual(["text/x", null]);
  expect((await kept())?.listing.version).toBe("one-p");
});

test("a copy that is there is not loaded again, and is used without a network", async () => {
  await keep();
  asked = [];
  await keep();
  expect(asked.sort()).toEqual(["client.json", "offline/parts.json"]);
  files = {};
  expect((await keep()).listing.version).toBe("one-p");
});

test("a broken file is never kept: the download fails, and goes on where it stopped", async () => {
  const good = files["offline/pyodide.asm-3.wasm"] as string;
  files["offline/pyodide.asm-3.wasm"] = "wa";
  await expect(keep()).rejects.toMatchObject({ code: "download" });
  expect(await kept()).toBeNull();
  expect(asked.filter((name) => name === "offline/pyodide.asm-3.wasm")).toHaveLength(2);
  files["offline/pyodide.asm-3.wasm"] = good;
  asked = [];
  await keep();
  expect(asked).toContain("offline/pyodide.asm-3.wasm");
  expect(asked).not.toContain("assets/start.js");
  expect(await kept()).not.toBeNull();
});

test("a file that is fetched once more takes nothing off the progress of the others", async () => {
  const usual = fetch;
  const wasm = fileAt("offline/pyodide.asm-3.wasm");
  let broken = true;
  // Its broken content comes when the other files are there.
  const late = new ReadableStream({
    start: (stream) => void setTimeout(() => (stream.enqueue(new TextEncoder().encode("waste")), stream.close()), 20),
  });
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
    if (address !== wasm || !broken) return usual(address, init);
    broken = false;
    return Promise.resolve(new Response(late));
  });
  const progress: number[] = [];
  await keep((loaded, total) => progress.push(loaded / total));
  expect(progress.at(-1)).toBe(1);
  expect(Math.min(...progress)).toBeGreaterThan(0);
});

test("an update replaces the copy whole or not at all, and takes what has not changed from the old one", async () => {
  await keep();
  offer("two", "new wasm");
  const wasm = files["offline/pyodide.asm-3.wasm"] as string;
  delete files["offline/pyodide.asm-3.wasm"];
  expect((await keep()).listing.version).toBe("one-p");
  expect((await kept())?.listing.version).toBe("one-p");
  files["offline/pyodide.asm-3.wasm"] = wasm;
  asked = [];
  expect((await keep()).listing.version).toBe("two-p");
  expect((await kept())?.listing.version).toBe("two-p");
  expect(asked).not.toContain("assets/start.js");
});

test("pages may still use the copy that was replaced: it is deleted when the next one starts", async () => {
  await keep();
  offer("two");
  await keep();
  expect([...caches.all.keys()]).toEqual([`${PREFIX}one-p`, `${PREFIX}two-p`]);
  await renew();
  expect([...caches.all.keys()]).toEqual([`${PREFIX}two-p`]);
});

test("a page plays with the copy of its own version", async () => {
  const page = (script: string) => vi.spyOn(document, "querySelector").mockReturnValue({ src: fileAt(script) } as never);
  files["assets/one.js"] = "";
  files["client.json"] = JSON.stringify({ version: "one", files: [listed("assets/one.js", "")] });
  await keep();
  offer("two");
  page("assets/one.js");
  expect((await keep()).listing.version).toBe("one-p");
  expect((await kept())?.listing.version).toBe("two-p");
  // Again, now that there is a newer copy.
  expect([(await usable())?.listing.version, (await keep()).listing.version]).toEqual(["one-p", "one-p"]);
  page("assets/start.js");
  expect((await keep()).listing.version).toBe("two-p");
  offer("three", "changed");
  page("assets/three.js");
  delete files["offline/pyodide.asm-3.wasm"];
  await expect(keep()).rejects.toMatchObject({ code: "download" });
  page("assets/four.js");
  offer("three");
  await expect(keep()).rejects.toMatchObject({ code: "outdated" });
  expect(await usable()).toBeNull();
});

test("other sites of the same origin keep their copies", async () => {
  const other = PREFIX.replace(/ $/, "other/ one");
  await caches.open(other);
  await keep();
  offer("two");
  await keep();
  await renew();
  await forget();
  expect([...caches.all.keys()]).toEqual([other]);
});

test("the first failure ends the other downloads, and nothing is reported after it", async () => {
  stuck = ["assets/start.js", "offline/stdlib-4.zip"];
  delete files["offline/pyodide.asm-3.wasm"];
  const progress = vi.fn();
  await expect(keep(progress)).rejects.toMatchObject({ code: "download" });
  expect(ended.sort()).toEqual(stuck);
  const before = progress.mock.calls.length;
  await new Promise((resolve) => setTimeout(resolve));
  expect(progress).toHaveBeenCalledTimes(before);
});

test("a host that does not answer holds nobody up who has a copy", async () => {
  await keep();
  vi.useFakeTimers();
  stuck = ["client.json"];
  const again = keep();
  await vi.advanceTimersByTimeAsync(3000);
  expect((await again).listing.version).toBe("one-p");
});

test("a full disk is said", async () => {
  caches.full = true;
  await expect(keep()).rejects.toMatchObject({ code: "full" });
});

test("without a network and without a copy the download fails", async () => {
  files = {};
  await expect(keep()).rejects.toMatchObject({ code: "download" });
});

test("pages over plain HTTP have no caches: only the parts are loaded", async () => {
  vi.stubGlobal("caches", undefined);
  Reflect.deleteProperty(globalThis, "caches");
  await keep();
  expect(asked).not.toContain("index.html");
  expect(asked).toContain("offline/pyodide.asm-3.wasm");
});

test("a copy can be deleted", async () => {
  localStorage.setItem("heckmeck.copy", "yes");
  await keep();
  await forget();
  expect(await kept()).toBeNull();
  expect(localStorage.getItem("heckmeck.copy")).toBe("");
});
