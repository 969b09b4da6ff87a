// What this device remembers about its user: the name, the language, light or dark.
import * as http from "./wire/http";
import { getLocale, isLocale, type Locale, setLocale } from "./words/runtime.js";

export type Theme = "auto" | "light" | "dark";
const THEMES: readonly Theme[] = ["auto", "light", "dark"];

function read(key: string): string | null {
  try {
    return localStorage.getItem(`heckmeck.${key}`);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(`heckmeck.${key}`, value);
  } catch {
    // Without a storage it is remembered as long as the page is open.
  }
}

class Settings {
  name = $state(read("name") ?? "");
  locale = $state<Locale>(getLocale());
  theme = $state<Theme>(THEMES.find((theme) => theme === read("theme")) ?? "auto");

  constructor() {
    this.#mark();
  }

  /** Tell the server one's name, and remember the one it made of it. */
  async introduce(name: string): Promise<string> {
    const known = await http.introduce(name);
    this.name = known.name;
    write("name", known.name);
    return known.name;
  }

  setLocale(locale: string): void {
    if (!isLocale(locale)) return;
    void setLocale(locale, { reload: false });
    this.locale = locale;
    this.#mark();
  }

  nextTheme(): void {
    this.theme = THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length] ?? "auto";
    write("theme", this.theme);
    this.#mark();
  }

  #mark(): void {
    document.documentElement.lang = this.locale;
    document.documentElement.dataset["theme"] = this.theme;
  }
}

export const settings = new Settings();
