/** Numbers and days as people in a locale write them. A locale that the browser does not know never throws. */
/** Zero has no sign, whichever way it was reached, nor has what is rounded to it. */
export declare const formatNumber: (value: number, locale: string, options?: Intl.NumberFormatOptions) => string;
/** Of an amount that is less, and not nothing, more digits are written: it would be hardly a cent. */
export declare const least = 0.01;
/**
 * The text of a price or another value that comes either ready to read or as a bare number; with a currency (ISO 4217) the
 * number is money, without cents when it has none. What is less than the least keeps three digits.
 */
export declare function formatValue(value: string | number, locale: string, currency?: string, minimumFractionDigits?: number): string;
/** The text of a price: as formatValue, but a number is an amount also without a currency, and has cents when it has any. */
export declare const formatPrice: (value: string | number, locale: string, currency?: string) => string;
/** What a text in the form of ISO 8601 says: a day, which is the same one everywhere, or else a moment. */
export interface ISODate {
    date: Date;
    day: boolean;
}
/**
 * Reads a day ("2026-03-14") or a moment ("2026-03-14T22:00", with a space for the T, seconds and zone or without; without
 * one it is the reader's); null for other words, and for a day that no month has.
 */
export declare function readDate(value: string): ISODate | null;
/** A day, or a moment in the reader's time zone, as people write it; "" for anything else. */
export declare function formatDate(value: string, locale: string, day?: Intl.DateTimeFormatOptions, moment?: Intl.DateTimeFormatOptions): string;
