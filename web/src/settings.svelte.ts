// What this device remembers about its user: name and portrait, the language, colours, motion, pace, keys, sound.
import { translate } from "./dictionary";
import { device } from "./storage";
import * as http from "./wire/http";
import { getLocale, isLocale, type Locale, setLocale } from "./words/runtime.js";

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const MOTIONS = ["auto", "less"] as const;
export type Motion = (typeof MOTIONS)[number];
/** How fast bots play. */
export const PACES = ["quick", "normal", "calm"] as const;
export type Pace = (typeof PACES)[number];
/** The sky over the table, which the browser's own bars continue. */
const BARS = { light: "#8fc6dd", dark: "#0e1430" } as const;
const USUAL_VOLUME = 60;

/** What was remembered under a key. */
export const recall = (key: string) => device.getItem(`heckmeck.${key}`);
/** Remember something; without a storage only while the page is open. */
export const retain = (key: string, value: string) => device.setItem(`heckmeck.${key}`, value);

function oneOf<T extends string>(known: readonly T[], text: string | null, usual = known[0] as T): T {
  return known.find((each) => each === text) ?? usual;
}

const percent = (text: string | null) => (text !== null && /^\d{1,3}$/.test(text) ? Math.min(100, Number(text)) : USUAL_VOLUME);

class Settings {
  name = $state(recall("name") ?? "");
  /** The character chosen with the name; empty before that. */
  portrait = $state(recall("portrait") ?? "");
  locale = $state<Locale>(getLocale());
  theme = $state<Theme>(oneOf(THEMES, recall("theme")));
  motion = $state<Motion>(oneOf(MOTIONS, recall("motion")));
  pace = $state<Pace>(oneOf(PACES, recall("pace"), "normal"));
  /** Whether letters and digits alone make moves. */
  letterKeys = $state(recall("letter_keys") !== "off");
  sound = $state(recall("sound") === "on");
  /** In percent. */
  volume = $state(percent(recall("volume")));

  constructor() {
    this.#mark();
  }

  /** Send name and portrait to the server, and remember the name as the server writes it. */
  async introduce(name: string, portrait = this.portrait): Promise<string> {
    const known = await http.introduce(name, portrait || undefined);
    return this.rename(known.name, portrait);
  }

  /** Remember name and portrait without a server. */
  rename(name: string, portrait: string): string {
    this.name = name;
    retain("name", name);
    if (portrait) this.setPortrait(portrait);
    return name;
  }

  setPortrait(portrait: string): void {
    this.portrait = portrait;
    retain("portrait", portrait);
  }

  /** Switch to another language; nothing changes if its words cannot be loaded. */
  async setLocale(locale: string): Promise<void> {
    if (!isLocale(locale)) return;
    await translate(locale);
    void setLocale(locale, { reload: false });
    this.locale = locale;
    this.#mark();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    retain("theme", theme);
    this.#mark();
  }

  setMotion(motion: Motion): void {
    this.motion = motion;
    retain("motion", motion);
    this.#mark();
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    retain("pace", pace);
  }

  setLetterKeys(on: boolean): void {
    this.letterKeys = on;
    retain("letter_keys", on ? "on" : "off");
  }

  setSound(on: boolean): void {
    this.sound = on;
    retain("sound", on ? "on" : "off");
  }

  setVolume(volume: number): void {
    this.volume = volume;
    retain("volume", String(volume));
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
