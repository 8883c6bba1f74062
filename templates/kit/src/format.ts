/** Numbers and days as people in a locale write them. A locale that the browser does not know never throws. */

export function formatNumber(value: number, locale: string, options?: Intl.NumberFormatOptions): string {
  try {
    return new Intl.NumberFormat(locale, options).format(value);
  } catch {
    return String(value);
  }
}

/** The text of a price or another value that comes either ready to read or as a bare number. */
export function formatValue(value: string | number, locale: string): string {
  return typeof value === "number" ? formatNumber(value, locale) : value;
}

/** A day ("2026-03-14", the same day everywhere) or a moment (ISO 8601, in the reader's time zone); "" for anything else. */
export function formatDate(value: string, locale: string): string {
  const match = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?/.exec(value);
  const date = new Date(match ? value : Number.NaN);
  if (Number.isNaN(date.getTime())) return "";
  const options: Intl.DateTimeFormatOptions = match?.[1] ? { dateStyle: "medium", timeStyle: "short" } : { dateStyle: "medium", timeZone: "UTC" };
  try {
    return new Intl.DateTimeFormat(locale, options).format(date);
  } catch {
    return value;
  }
}
