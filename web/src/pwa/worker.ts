// The service worker: shows a page with help while the server cannot be reached. It never caches the server's answers.
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
const NAME = `heckmeck-${SHELL.version}`;

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(navigate(event));
  // These names contain a hash of the content: a cached file is never outdated.
  else if (path.startsWith("/assets/") || SHELL.offline.includes(path)) event.respondWith(kept(request));
});

async function install(): Promise<void> {
  const cache = await caches.open(NAME);
  await cache.addAll([...SHELL.offline, ...SHELL.files]);
  await worker.skipWaiting();
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("heckmeck-") && name !== NAME).map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** Pages come from the server, so that no old version is shown; the offline page is for when it cannot be reached. */
async function navigate(event: Fetching): Promise<Response> {
  try {
    const preloaded = await event.preloadResponse;
    // If the server cannot be reached, Firefox's preload does not fail: it resolves with an error response.
    return preloaded && preloaded.type !== "error" ? preloaded : await fetch(event.request);
  } catch {
    return (await caches.match("/offline.html")) ?? Response.error();
  }
}

async function kept(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);
}
