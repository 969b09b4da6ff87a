import { settings } from "../settings.svelte";

const MB = 1_000_000;

/** A number of bytes in words, in the reader's language. */
export const sizeInWords = (bytes: number) =>
  new Intl.NumberFormat(settings.locale, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 }).format(bytes / MB);
