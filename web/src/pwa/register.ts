// Makes the game installable where a browser allows it: over TLS and on this machine, not over plain HTTP.

export function register(): void {
  if (!import.meta.env.PROD || !isSecureContext || !("serviceWorker" in navigator)) return;
  // After the page has loaded: the game comes first.
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined), { once: true });
}
