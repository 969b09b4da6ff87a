// Makes the game installable where a browser allows it: over TLS and on this machine, not over plain HTTP.

/** Reload a page that was loaded before an update and asks for files that are gone. */
function renew(): void {
  const LAST = "heckmeck.renewed";
  addEventListener("vite:preloadError", (event) => {
    const before = Number(sessionStorage.getItem(LAST) ?? 0);
    // Only once a minute, in case something else is wrong.
    if (Date.now() - before < 60_000) return;
    event.preventDefault();
    sessionStorage.setItem(LAST, String(Date.now()));
    location.reload();
  });
}

export function register(): void {
  renew();
  if (!import.meta.env.PROD || !isSecureContext || !("serviceWorker" in navigator)) return;
  // After the page has loaded: the game comes first.
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined), { once: true });
}
