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

/** What is gained or lost, with its sign. */
export function signed(amount: number, digits = 2): string {
  const rounded = Number(amount.toFixed(digits)) || 0;
  return written(rounded, { signDisplay: "exceptZero", minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function plain(amount: number, digits = 2): string {
  return written(Number(amount.toFixed(digits)) || 0, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
