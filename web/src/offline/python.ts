// Python in the worker: loads it from its parts, and runs the host of the tables in it.
import type { Parts } from "./messages";

/** The part of Pyodide that is used. */
interface Pyodide {
  unpackArchive(archive: ArrayBuffer, format: "zip", options: { extractDir: string }): void;
  runPython(code: string): unknown;
}
interface Loader {
  loadPyodide(options: object): Promise<Pyodide>;
}

/** `heckmeck.offline.Host`, as seen from here. */
export interface Host {
  start(): Promise<void>;
  connect(socket: number, code: string, query: string): void;
  receive(socket: number, text: string): void;
  disconnect(socket: number): void;
  /** The status and the body, as JSON. */
  request(method: string, path: string, body: string | undefined): Promise<string>;
}

/** What the host needs from outside. */
export interface Surroundings {
  read(space: string, first: string, last: string): Promise<[string, string][]>;
  write(changes: string): Promise<boolean>;
  send(socket: number, text: string | null): void;
}

const FOLDER = "/heckmeck";
/** Proxies of JavaScript objects become Python's own; a request is answered by one text. */
const HOST = `
import json, sys
sys.path.insert(0, "${FOLDER}")
from heckmeck.offline import Host

class Storage:
    def __init__(self, outside):
        self._outside = outside

    async def read(self, space, first, last):
        return (await self._outside.read(space, first, last)).to_py()

    async def write(self, changes):
        return bool(await self._outside.write(changes))

class Inside:
    def __init__(self, outside):
        self._host = Host(Storage(outside), outside.send)
        self.start = self._host.start
        self.connect = self._host.connect
        self.receive = self._host.receive
        self.disconnect = self._host.disconnect

    async def request(self, method, path, body):
        status, answer = await self._host.request(method, path, body)
        return json.dumps([status, answer])

Inside
`;

/** A part: from the copy on this device, else from the host of the pages. */
async function part(address: string): Promise<Response> {
  const stored = "caches" in self ? await caches.match(address).catch(() => undefined) : undefined;
  const response = stored ?? (await fetch(address));
  if (!response.ok) throw new Error(`${address} cannot be loaded`);
  return response;
}

/** The content of a part; those of static sites, whose hosts compress nothing, are compressed files. */
async function bytes(address: string): Promise<ArrayBuffer> {
  const response = await part(address);
  const packed = address.endsWith(".gzip") && response.body;
  return (packed ? new Response(packed.pipeThrough(new DecompressionStream("gzip"))) : response).arrayBuffer();
}

/** Load Python, and return what makes a host. */
export async function python(parts: Parts): Promise<(outside: Surroundings) => Host> {
  const archive = bytes(parts.archive);
  const wasm = bytes(parts.wasm);
  const [{ loadPyodide }, { default: createPyodideModule }] = (await Promise.all([
    import(/* @vite-ignore */ parts.loader),
    import(/* @vite-ignore */ parts.module),
  ])) as [Loader, { default: unknown }];
  const given = new Map([["pyodide.asm.wasm", await wasm], ["python_stdlib.zip", await bytes(parts.library)]]);
  const indexURL = new URL(".", parts.loader).href;
  const pyodide = await handingOver(given, () => loadPyodide({ indexURL, createPyodideModule, lockFileContents: parts.lock }));
  pyodide.unpackArchive(await archive, "zip", { extractDir: FOLDER });
  return pyodide.runPython(HOST) as (outside: Surroundings) => Host;
}

/**
 * Load something that knows its files only by their names without a hash: they are given to it. A module that cannot be
 * compiled is an error, which Pyodide only prints.
 */
async function handingOver<T>(files: ReadonlyMap<string, ArrayBuffer>, load: () => Promise<T>): Promise<T> {
  const { fetch } = self;
  const { instantiateStreaming } = WebAssembly;
  self.fetch = (wanted, options) => {
    const content = files.get(String(wanted).split("/").at(-1) ?? "");
    return content ? Promise.resolve(new Response(content)) : fetch(wanted, options);
  };
  try {
    return await new Promise<T>((resolve, reject) => {
      WebAssembly.instantiateStreaming = async (source, imports) => {
        const compiled = WebAssembly.instantiate(await (await source).arrayBuffer(), imports);
        compiled.catch(reject);
        return compiled;
      };
      load().then(resolve, reject);
    });
  } finally {
    Object.assign(self, { fetch });
    Object.assign(WebAssembly, { instantiateStreaming });
  }
}
