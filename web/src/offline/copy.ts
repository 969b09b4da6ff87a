// The copy of the game on this device: all files of the client and all parts of Python, in a cache that the service worker reads.
// A copy is used once it is complete: until then the previous one stays. Files that are there already are not fetched again.
import { sha256 } from "@noble/hashes/sha2.js";
import { device } from "../storage";
import { fileAt } from "./files";
import { Failure, type Parts } from "./messages";

export interface ListedFile {
  name: string;
  bytes: number;
  /** Bytes that are transferred where the host compresses. */
  transferred: number;
  sha256: string;
}

export interface Listing {
  version: string;
  files: ListedFile[];
  /** For Pyodide, see `Parts`. */
  lock?: unknown;
}

export type Progress = (loaded: number, total: number) => void;

/** The service worker knows these names, too. Several sites may share the caches of an origin: the folder tells them apart. */
export const PREFIX = `heckmeck-copy-${new URL(fileAt("")).pathname} `;
/** Written last: a cache with this entry is complete. */
export const COMPLETE = "copy.json";
const CLIENT = "client.json";
const FOLDER = "offline/";
const PARTS = `${FOLDER}parts.json`;
/** What a stored page or script needs of the answer it came with. */
const HEADERS = ["Content-Type", "Content-Security-Policy"];
/** Files that are fetched at the same time. */
const PARALLEL_DOWNLOADS = 6;
/** Milliseconds for the host of the pages to say what it offers where there is a copy to go on with. */
const PATIENCE = 3000;
/** Names of the parts of Python by their roles; between these is the hash of the content. */
const ROLES: readonly [Exclude<keyof Parts, "lock">, RegExp][] = [
  ["loader", /^pyodide-[\w.]+?\.m?js/],
  ["module", /^pyodide\.asm-[\w.]+?\.m?js/],
  ["wasm", /^pyodide\.asm-[\w.]+?\.wasm/],
  ["library", /^stdlib-[\w.]+?\.zip/],
  ["archive", /^heckmeck-[\w.]+?\.zip/],
];

/** Files of the client and parts of Python that belong together. */
export class Copy {
  constructor(readonly listing: Listing) {}

  get cache(): string {
    return PREFIX + this.listing.version;
  }

  get parts(): Parts {
    const found = ROLES.map(([role, name]) => {
      const file = this.listing.files.find((each) => each.name.startsWith(FOLDER) && name.test(each.name.slice(FOLDER.length)));
      if (!file) throw new Failure("broken", `there is no ${role}`);
      return [role, fileAt(file.name)];
    });
    return { ...Object.fromEntries(found), lock: this.listing.lock } as Parts;
  }

  /** Bytes to transfer. */
  get transferred(): number {
    return sum(this.listing.files, "transferred");
  }
}

const sum = (files: readonly ListedFile[], what: "bytes" | "transferred") => files.reduce((total, file) => total + file[what], 0);

/** The caches of this browser; null where a page may have none, because it came over plain HTTP. */
const storage = () => ("caches" in globalThis ? caches : null);

async function list(name: string, signal: AbortSignal | null): Promise<Listing> {
  const response = await fetch(fileAt(name), { cache: "no-store", signal }).catch(() => null);
  if (!response?.ok) throw new Failure("download");
  return (await response.json().catch(() => Promise.reject(new Failure("download")))) as Listing;
}

/** What the host of the pages offers now. */
export async function offered(signal: AbortSignal | null = null): Promise<Copy> {
  const [client, parts] = await Promise.all([list(CLIENT, signal), list(PARTS, signal)]);
  const files = [...client.files, ...parts.files.map((file) => ({ ...file, name: FOLDER + file.name }))];
  return new Copy({ version: `${client.version}-${parts.version}`, files, lock: parts.lock });
}

/** The names of our caches, in the order in which they were made. */
const names = async () => ((await storage()?.keys().catch(() => [])) ?? []).filter((each) => each.startsWith(PREFIX));

/** All complete copies on this device, the newest first. */
async function complete(): Promise<Copy[]> {
  const found = (await names()).reverse().map(async (name) => (await caches.open(name)).match(fileAt(COMPLETE)));
  const listings = (await Promise.all(found)).flatMap((each) => (each ? [each.json() as Promise<Listing>] : []));
  return (await Promise.all(listings)).map((listing) => new Copy(listing));
}

/** The newest complete copy on this device; null if there is none. */
export const kept = async (): Promise<Copy | null> => (await complete())[0] ?? null;

/** The newest complete copy that this page can play with; null if there is none. */
export const usable = async (): Promise<Copy | null> => (await complete()).find(fits) ?? null;

/** Whether a copy is of the same version of the client as this page, whose first script has a hash in its name. */
function fits({ listing }: Copy): boolean {
  const script = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.src;
  return !script || listing.files.some(({ name }) => fileAt(name) === script);
}

/** Make sure that this device has the newest copy, as far as it can be reached, and return the one that fits this page. */
export async function keep(progress: Progress = () => undefined): Promise<Copy> {
  const there = await complete();
  const fitting = there.find(fits);
  const wanted = await (fitting ? withPatience(offered) : offered()).catch((error: unknown) => fitting ?? Promise.reject(error));
  if (!there.some(({ cache }) => cache === wanted.cache)) {
    try {
      await new Download(wanted, there[0] ?? null, progress).run();
    } catch (error) {
      if (fitting) return fitting;
      throw error;
    }
  }
  if (fits(wanted)) return wanted;
  // The host has a newer version than this page, which would not understand the Python of that version.
  if (!fitting) throw new Failure("outdated");
  return fitting;
}

async function withPatience<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const late = setTimeout(() => controller.abort(), PATIENCE);
  return work(controller.signal).finally(() => clearTimeout(late));
}

/** When a page starts: delete superseded copies, which pages used until now, and bring the copy up to date, if there is one. */
export async function renew(): Promise<void> {
  const current = await kept();
  if (!current) return;
  const all = await names();
  // Later ones are not complete yet: their download goes on.
  await drop(all.slice(0, all.indexOf(current.cache)));
  await keep();
}

/** Delete everything but the games. */
export async function forget(): Promise<void> {
  device.setItem("heckmeck.copy", "");
  await drop(await names());
}

const drop = (those: readonly string[]) => Promise.all(those.map((each) => caches.delete(each)));

class Download {
  #loaded = 0;
  readonly #stop = new AbortController();
  readonly #files: ListedFile[];
  readonly #total: number;

  constructor(
    readonly wanted: Copy,
    readonly old: Copy | null,
    readonly progress: Progress,
  ) {
    // Without a cache only what is played with is fetched, for the browser's own cache.
    const { files } = wanted.listing;
    this.#files = storage() ? [...files] : files.filter(({ name }) => name.startsWith(FOLDER));
    this.#total = sum(this.#files, "bytes");
  }

  async run(): Promise<void> {
    const cache = (await storage()?.open(this.wanted.cache).catch(() => Promise.reject(new Failure("storage")))) ?? null;
    const waiting = [...this.#files];
    const failures: unknown[] = [];
    const work = async () => {
      for (let file = waiting.shift(); file && !this.#stop.signal.aborted; file = waiting.shift()) await this.#get(file, cache);
    };
    // The first failure ends the other downloads, whose failures only follow from it.
    const end = (error: unknown) => {
      failures.push(error);
      this.#stop.abort();
    };
    await Promise.all(Array.from({ length: PARALLEL_DOWNLOADS }, () => work().catch(end)));
    if (failures.length > 0) throw failures[0];
    // The previous copy stays until the next start: pages may still use it.
    if (cache) await put(cache, COMPLETE, JSON.stringify(this.wanted.listing));
  }

  async #get(file: ListedFile, cache: Cache | null): Promise<void> {
    if (await cache?.match(fileAt(file.name))) return this.#count(file.bytes);
    const before = await this.#fromOld(file);
    if (before) this.#count(file.bytes);
    const response = before ?? (await this.#fetched(file));
    if (cache) await put(cache, file.name, await response.arrayBuffer(), response.headers);
  }

  async #fromOld({ name, sha256 }: ListedFile): Promise<Response | null> {
    const same = this.old?.listing.files.some((each) => each.name === name && each.sha256 === sha256);
    return this.old && same ? ((await (await caches.open(this.old.cache)).match(fileAt(name))) ?? null) : null;
  }

  /** A file from the host. What came broken, perhaps from a cache on the way, is fetched once more. */
  async #fetched(file: ListedFile): Promise<Response> {
    const first = await this.#attempt(file, "no-cache");
    const response = first ?? (await this.#attempt(file, "reload"));
    if (!response) throw new Failure("download");
    return response;
  }

  async #attempt(file: ListedFile, cache: RequestCache): Promise<Response | null> {
    const response = await fetch(fileAt(file.name), { cache, signal: this.#stop.signal }).catch(() => null);
    if (!response?.ok) throw new Failure("download");
    const content = await this.#read(response).catch(() => Promise.reject(new Failure("download")));
    if ((await digest(content)) === file.sha256) return new Response(content, { headers: response.headers });
    this.#count(-content.byteLength);
    return null;
  }

  async #read(response: Response): Promise<ArrayBuffer> {
    const reader = response.body?.getReader();
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      pieces.push(piece.value);
      this.#count(piece.value.length);
    }
    return new Blob(pieces).arrayBuffer();
  }

  #count(bytes: number): void {
    this.#loaded += bytes;
    if (!this.#stop.signal.aborted) this.progress(this.#loaded, this.#total);
  }
}

async function put(cache: Cache, name: string, content: BodyInit, given?: Headers): Promise<void> {
  const headers = HEADERS.flatMap((each): [string, string][] => (given?.has(each) ? [[each, given.get(each) ?? ""]] : []));
  const response = new Response(content, { headers });
  await cache.put(fileAt(name), response).catch((error: unknown) => {
    throw new Failure(error instanceof Error && error.name === "QuotaExceededError" ? "full" : "storage");
  });
}

async function digest(content: ArrayBuffer): Promise<string> {
  const bytes = new Uint8Array(content);
  // Pages over plain HTTP have no `crypto.subtle`.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  const sum = subtle ? new Uint8Array(await subtle.digest("SHA-256", bytes)) : sha256(bytes);
  return [...sum].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
