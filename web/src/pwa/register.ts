// Makes the game installable where a browser allows it: over TLS and on this machine, not over plain HTTP.
/** Scripts are in a folder below the pages, and so is the scope of a service worker. */
const SCRIPT = import.meta.url;

export function register(): void {
  if (!import.meta.env.PROD || !isSecureContext || !("serviceWorker" in navigator)) return;
  // After the page has loaded: the game comes first.
  addEventListener("load", () => void navigator.serviceWorker.register(new URL("../sw.js", SCRIPT)).catch(() => undefined), { once: true });
}
