/** Numbers and days as people in a locale write them. A locale that the browser does not know never throws. */

type Formatter = { format(value: never): string };

const made = new Map<string, Formatter>();

/** Writes as make's formatter does, which is made once: that takes far longer than to write. */
function written<O>(
  make: new (locale: string, options?: O) => Formatter,
  value: unknown,
  locale: string,
  options?: O,
): string {
  const key = make.name + locale + JSON.stringify(options);
  try {
    const formatter = made.get(key) ?? new make(locale, options);
    made.set(key, formatter);
    return formatter.format(value as never);
  } catch {
    return locale === "en" ? String(value) : written(make, value, "en", options);
  }
}

/** Zero has no sign, whichever way it was reached, nor has what is rounded to it. */
export const formatNumber = (value: number, locale: string, options?: Intl.NumberFormatOptions): string =>
  written(Intl.NumberFormat, value, locale, { signDisplay: "negative", ...options });

/** Of an amount that is less, and not nothing, more digits are written: it would be hardly a cent. */
export const least = 0.01;

/**
 * The text of a price or another value that comes either ready to read or as a bare number; with a currency (ISO 4217) the
 * number is money, without cents when it has none. What is less than the least keeps three digits.
 */
export function formatValue(
  value: string | number,
  locale: string,
  currency = "",
  minimumFractionDigits?: number,
): string {
  if (typeof value !== "number") return value;
  return formatNumber(value, locale, {
    ...(currency ? { style: "currency", currency, currencyDisplay: "narrowSymbol" } : { minimumFractionDigits }),
    maximumSignificantDigits: Math.abs(value) < least ? 3 : undefined,
    trailingZeroDisplay: "stripIfInteger",
  } as Intl.NumberFormatOptions);
}

/** The text of a price: as formatValue, but a number is an amount also without a currency, and has cents when it has any. */
export const formatPrice = (value: string | number, locale: string, currency = ""): string =>
  formatValue(value, locale, currency, 2);

/** What a text in the form of ISO 8601 says: a day, which is the same one everywhere, or else a moment. */
export interface ISODate {
  date: Date;
  day: boolean;
}

/**
 * Reads a day ("2026-03-14") or a moment ("2026-03-14T22:00", with a space for the T, seconds and zone or without; without
 * one it is the reader's); null for other words, and for a day that no month has.
 */
export function readDate(value: string): ISODate | null {
  const [, day = "", time = ""] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?))?$/.exec(value) ?? [];
  const date = new Date(time ? `${day}T${time}` : day);
  const there = new Date(day); // browsers read the 30th of February as the 2nd of March
  return Number.isNaN(+date) || !there.toISOString().startsWith(day) ? null : { date, day: !time };
}

/** A day, or a moment in the reader's time zone, as people write it; "" for anything else. */
export function formatDate(
  value: string,
  locale: string,
  day: Intl.DateTimeFormatOptions = { dateStyle: "medium" },
  moment: Intl.DateTimeFormatOptions = { dateStyle: "medium", timeStyle: "short" },
): string {
  const read = readDate(value);
  if (!read) return "";
  return written(Intl.DateTimeFormat, read.date, locale, read.day ? { ...day, timeZone: "UTC" } : moment);
}
