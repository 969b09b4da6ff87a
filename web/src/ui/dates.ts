// Dates as the reader's region writes them.
import { settings } from "../settings.svelte";

/** The browser's own variety of the chosen language, such as British English; else the language alone. */
export function dateLocale(): string {
  return navigator.languages.find((each) => each.split("-")[0] === settings.locale) ?? settings.locale;
}

export const dateFormat = (parts: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(dateLocale(), parts);
