// What this device remembers about its user: the name, the language, colours, motion, sound.
import { device } from "./storage";
import * as http from "./wire/http";
import { defineCustomClientStrategy, getLocale, isLocale, type Locale, setLocale } from "./words/runtime.js";

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const MOTIONS = ["auto", "less"] as const;
export type Motion = (typeof MOTIONS)[number];
/** The table, as the browser's own bars are to have it. */
const BARS = { light: "#fbf5ea", dark: "#1d1a18" } as const;
const USUAL_VOLUME = 60;

const LOCALE = "PARAGLIDE_LOCALE";

const read = (key: string) => device.getItem(`heckmeck.${key}`);
const write = (key: string, value: string) => device.setItem(`heckmeck.${key}`, value);

// The language comes from here before any sentence is said; the messages' own way fails where storages are forbidden.
defineCustomClientStrategy("custom-device", {
  getLocale() {
    const stored = device.getItem(LOCALE);
    return stored !== null && isLocale(stored) ? stored : undefined;
  },
  setLocale: (locale) => device.setItem(LOCALE, locale),
});

function oneOf<T extends string>(known: readonly T[], text: string | null): T {
  return known.find((each) => each === text) ?? (known[0] as T);
}

const percent = (text: string | null) => (text !== null && /^\d{1,3}$/.test(text) ? Math.min(100, Number(text)) : USUAL_VOLUME);

class Settings {
  name = $state(read("name") ?? "");
  locale = $state<Locale>(getLocale());
  theme = $state<Theme>(oneOf(THEMES, read("theme")));
  motion = $state<Motion>(oneOf(MOTIONS, read("motion")));
  sound = $state(read("sound") === "on");
  /** In percent. */
  volume = $state(percent(read("volume")));

  constructor() {
    this.#mark();
  }

  /** Tell the server the player's name, and remember it as the server writes it. */
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

  setTheme(theme: Theme): void {
    this.theme = theme;
    write("theme", theme);
    this.#mark();
  }

  setMotion(motion: Motion): void {
    this.motion = motion;
    write("motion", motion);
    this.#mark();
  }

  setSound(on: boolean): void {
    this.sound = on;
    write("sound", on ? "on" : "off");
  }

  setVolume(volume: number): void {
    this.volume = volume;
    write("volume", String(volume));
  }

  #mark(): void {
    const { documentElement: root } = document;
    root.lang = this.locale;
    root.dataset["theme"] = this.theme;
    root.dataset["motion"] = this.motion;
    for (const bar of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
      const system = bar.media.includes("dark") ? "dark" : "light";
      bar.content = BARS[this.theme === "auto" ? system : this.theme];
    }
  }
}

export const settings = new Settings();
