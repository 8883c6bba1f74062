/** A further field of an entry under its label. */
export interface Line {
    label: string;
    value: string | number;
    /** ISO 4217, of a value that is money; "" for any other. */
    currency: string;
    /** Where the value leads, or "". */
    url: string;
}
export declare const readLines: (value: unknown) => Line[];
/** null for what has no label or no value. A list of texts is one value. */
export declare function readLine(line: unknown): Line | null;
/** The value as people in a locale write it: numbers, money, days and moments; an address without what everyone knows. */
export declare function formatLine({ value, currency, url }: Line, locale: string): string;
