// Makes the game installable where a browser allows it: over TLS and on this machine, not over plain HTTP.

/** A page that was loaded before an update asks for files that are gone: the new page has the new ones. */
function renew(): void {
  const LAST = "heckmeck.renewed";
  addEventListener("vite:preloadError", (event) => {
    const before = Number(sessionStorage.getItem(LAST) ?? 0);
    // Once, not for ever, if it is something else that fails.
    if (Date.now() - before < 60_000) return;
    event.preventDefault();
    sessionStorage.setItem(LAST, String(Date.now()));
    location.reload();
  });
}

export function register(): void {
  renew();
  if (!import.meta.env.PROD || !isSecureContext || !("serviceWorker" in navigator)) return;
  // After the page itself: the game comes first.
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined), { once: true });
}
