// The page for when the server cannot be reached: in the reader's language, replaced as soon as the server is back.
const LANGUAGES = ["en", "de", "ro"];
const EVERY = 4000;

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
    if ((await fetch("/healthz", { cache: "no-store" })).ok) location.reload();
  } catch {
    // Not yet.
  }
}

setInterval(() => void look(), EVERY);
addEventListener("online", () => void look());
document.querySelectorAll("button").forEach((button) => button.addEventListener("click", () => void look()));
