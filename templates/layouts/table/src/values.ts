import { readDate } from "@chatui/runtime";

/** Reading of what stands in cells: numbers in the ways people write them, days, links. */

/** Other capitals before a number are part of a code: "TAP 530" is a flight. */
const currencies = new Set(Intl.supportedValuesOf("currency"));

/** A written number with what stands around it: "−€1,234.50" is -1234.5 with the unit "€|". */
export interface Quantity {
  value: number;
  unit: string;
}

/** The number in a text, or null. A single comma before three digits groups, a single dot is a decimal point. */
export function quantity(value: string): Quantity | null {
  const match =
    /^([+\-−]?)((?:[A-Z]{0,3}\p{Sc}|[A-Z]{3})?)\s*([+\-−]?)(\d[\d.,'’\s]*?)\s*([\p{L}%°²³/\p{Sc}]{0,6})$/u.exec(
      value.slice(0, 60),
    );
  if (!match || value.length > 60) return null;
  const [, before = "", prefix = "", after = "", digits = "", suffix = ""] = match;
  const number = plain(digits.replace(/['’\s]/g, " "));
  if (number === null || (before && after) || (/^[A-Z]{3}$/.test(prefix) && !currencies.has(prefix))) return null;
  return { value: /[-−]/.test(before + after) ? -number : number, unit: `${prefix}|${suffix}` };
}

function plain(digits: string): number | null {
  const decimal = /^\d{1,3}(?:([., ])\d{3})*(?:([.,])\d+)?$/;
  const groups = decimal.exec(digits);
  if (/^\d+([.,]\d+)?$/.test(digits) && !/^\d{1,3},\d{3}$/.test(digits)) return Number(digits.replace(",", "."));
  if (!groups || (groups[1] && groups[1] === groups[2])) return null;
  const separators = digits.match(/[., ]/g) ?? [];
  const last = groups[2] ?? "";
  // Every group has the same separator, and the decimal point is another one.
  const grouping = last ? separators.slice(0, -1) : separators;
  if (new Set(grouping).size > 1) return null;
  const whole = last ? digits.slice(0, digits.lastIndexOf(last)) : digits;
  return Number(whole.replace(/[., ]/g, "") + (last ? `.${digits.slice(digits.lastIndexOf(last) + 1)}` : ""));
}

/** Milliseconds of a day or moment in ISO 8601, or null. */
export const moment = (value: string): number | null => readDate(value)?.date.getTime() ?? null;

/** The most digits behind the point in any of the numbers, at most four unless the smallest would be written as nothing. */
export function fractionDigits(numbers: number[]): number {
  let most = 0;
  let least = 4;
  for (const n of numbers.filter(Boolean)) {
    const [, digits = "", exponent = "0"] = /(?:\.(\d+))?(?:e(.+))?$/.exec(String(n)) ?? [];
    most = Math.max(most, digits.length - Number(exponent));
    least = Math.max(least, Math.ceil(-Math.log10(Math.abs(n))));
  }
  return Math.min(most, least, 20);
}

/** Whether numbers look like years or codes, which nobody writes with a separator of thousands. */
export const ungrouped = (numbers: number[]): boolean =>
  numbers.every((n) => Number.isInteger(n) && n >= 1000 && n < 3000);
