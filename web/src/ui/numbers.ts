// Chances and gains as people read them, in their language.
import { getLocale } from "../words/runtime.js";

const MINUS = "−";

function written(number: number, options: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(getLocale(), options).format(number).replace("-", MINUS);
}

/** A chance in percent; 0 and 100 only if it is certain. */
export function chance(share: number): string {
  const percent = Math.round(share * 100);
  const style = { style: "percent", maximumFractionDigits: 0 } as const;
  if (percent === 0 && share > 1e-9) return `< ${written(0.01, style)}`;
  if (percent === 100 && share < 1 - 1e-9) return `> ${written(0.99, style)}`;
  return written(share, style);
}

/** A chance in percent with one decimal; never 0 or 100 for what is not certain. */
export function exactly(share: number): string {
  const style = { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
  if (share > 0 && share < 0.0005) return `< ${written(0.001, style)}`;
  if (share < 1 && share > 0.9995) return `> ${written(0.999, style)}`;
  return share === 0 || share === 1 ? chance(share) : written(share, style);
}

/** What is gained or lost, with its sign. */
export function signed(amount: number, digits = 2): string {
  const rounded = Number(amount.toFixed(digits)) || 0;
  return written(rounded, { signDisplay: "exceptZero", minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function plain(amount: number, digits = 2): string {
  return written(Number(amount.toFixed(digits)) || 0, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
