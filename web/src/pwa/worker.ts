// The service worker: while the server cannot be reached, it shows the copy of the game on this device, if there is one, else a
// page with help. It never caches the server's answers.
export {};

/** The page for offline and what it needs; then the files of the first load. Written in when the client is built. */
declare const SHELL: { version: string; offline: string[]; files: string[] };

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}
interface Worker {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void;
}
const worker = self as unknown as Worker;
/** Several sites may share the caches of an origin: the folder, in which there is no blank, tells them apart. */
const FOLDER = new URL(worker.registration.scope).pathname;
const PAGES = `heckmeck-pages-${FOLDER} `;
const NAME = PAGES + SHELL.version;
/** The copies of the game on this device; offline/copy.ts writes them, and the last entry of each once it is complete. */
const COPY = `heckmeck-copy-${FOLDER} `;
/** Names of earlier versions, without a folder. */
const EARLIER = /^heckmeck-[^ ]*$/;
const COMPLETE = "copy.json";
/** Names that contain a hash of the content: a cached file is never outdated. */
const HASHED = /^(?:assets\/.*|offline\/.*-.*)$/;
/** Pages that need the server: tables and games of others, and linking a device. */
const NEED_SERVER = /^(?:t\/(?!~|%7E)|tables|link|r\/(?!~|%7E))/;
/** What a proxy answers when the server behind it does not. */
const NO_SERVER = [502, 503, 504];
/** The page is told that it is on its own. */
const ALONE = '<meta name="heckmeck-alone" />';

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { scope } = worker.registration;
  if (request.method !== "GET" || !request.url.startsWith(scope)) return;
  const [path = ""] = request.url.slice(scope.length).split(/[?#]/);
  if (request.mode === "navigate") event.respondWith(navigate(event, path));
  else if (HASHED.test(path) || SHELL.offline.includes(path)) event.respondWith(kept(request));
  else if (!/^(?:api|ws|healthz|readyz)\b/.test(path)) event.respondWith(newest(request));
});

async function install(): Promise<void> {
  const cache = await caches.open(NAME);
  await cache.addAll([...SHELL.offline, ...SHELL.files].map((name) => new URL(name, worker.registration.scope).href));
  await worker.skipWaiting();
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => EARLIER.test(name) || (name.startsWith(PAGES) && name !== NAME)).map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** Pages come from the server, so that no old version is shown; the copy or the offline page is for when it cannot be reached. */
async function navigate(event: Fetching, path: string): Promise<Response> {
  const answer = await fromServer(event).catch(() => null);
  if (answer && !NO_SERVER.includes(answer.status)) return answer;
  const page = NEED_SERVER.test(path) ? undefined : await copy();
  return page ?? answer ?? (await caches.match(at("offline.html"))) ?? Response.error();
}

async function fromServer(event: Fetching): Promise<Response> {
  const preloaded = await event.preloadResponse;
  // If the server cannot be reached, Firefox's preload does not fail: it resolves with an error response.
  return preloaded && preloaded.type !== "error" ? preloaded : fetch(event.request);
}

const at = (name: string) => new URL(name, worker.registration.scope).href;

/** The newest complete copy: caches are listed in the order in which they were made. */
async function latest(): Promise<Cache | undefined> {
  for (const name of (await caches.keys()).filter((each) => each.startsWith(COPY)).reverse()) {
    const cache = await caches.open(name);
    if (await cache.match(at(COMPLETE))) return cache;
  }
  return undefined;
}

/** The start page of the copy. */
async function copy(): Promise<Response | undefined> {
  const page = await (await latest())?.match(at("index.html"));
  return page && new Response((await page.text()).replace("</head>", `${ALONE}</head>`), { headers: page.headers });
}

/** A file that may change: from the server while it can be reached. */
async function newest(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const found = (await (await latest())?.match(request, { ignoreSearch: true })) ?? (await caches.match(request, { ignoreSearch: true }));
    if (found) return found;
    throw error;
  }
}

async function kept(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);
}
