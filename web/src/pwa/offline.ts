// The page for when the server cannot be reached: in the reader's language, replaced as soon as the server is back. If there is a
// copy of the game on this device, it leads there.
export {};

const LANGUAGES = ["en", "de", "ro"];
const EVERY = 4000;
/** Scripts are in a folder below the pages. */
const SCRIPT = import.meta.url;
const ALIVE = new URL("../client.json", SCRIPT);
/** The last entry of a complete copy, see offline/copy.ts. */
const COMPLETE = new URL("../copy.json", SCRIPT);

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

const wanted = [stored("PARAGLIDE_LOCALE"), ...navigator.languages].map((language) => language?.slice(0, 2) ?? "");
document.documentElement.lang = wanted.find((language) => LANGUAGES.includes(language)) ?? "en";
document.documentElement.dataset["theme"] = stored("heckmeck.theme") ?? "auto";

async function look(): Promise<void> {
  try {
    if ((await fetch(ALIVE, { cache: "no-store" })).ok) location.reload();
  } catch {
    // Not yet.
  }
}

const show = (those: string, shown = true) => document.querySelectorAll<HTMLElement>(those).forEach((each) => (each.hidden = !shown));

async function offer(): Promise<void> {
  if (await caches.match(COMPLETE)) show("[data-here]");
}

// Where there is no server, only the game itself can be missing.
if (document.querySelector("meta[name=heckmeck-site]")) {
  show("[data-served]", false);
  show("[data-static]");
}
void offer();
setInterval(() => void look(), EVERY);
addEventListener("online", () => void look());
document.querySelectorAll("button").forEach((button) => button.addEventListener("click", () => void look()));
