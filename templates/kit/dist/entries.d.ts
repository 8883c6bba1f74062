import { type Action } from "./actions.js";
import { type Dict } from "./host.js";
import { type Line } from "./lines.js";
/** What stands around the entries of a list, cleaned: every string may be "". */
export interface Around {
    title: string;
    subtitle: string;
    /** What to say when there are no entries. */
    empty: string;
    actions: Action[];
    /** How many entries are none at all. */
    skipped: number;
    /** Whether there was a list to read. */
    readable: boolean;
}
/**
 * Reads what a tool answered: a list with words around it. It may come from a source that nobody has checked, so it shows
 * what it can; read answers null for what is no entry.
 */
export declare function readEntries<T>(output: unknown, read: (entry: unknown) => T | null, field?: string): Around & {
    entries: T[];
};
/** Words and picture of one entry, cleaned: every string but the title may be "". */
export interface Entry {
    title: string;
    subtitle: string;
    description: string;
    image: string;
    imageAlt: string;
    badge: string;
    url: string;
    /** ISO 4217, of an amount that is a bare number. */
    currency: string;
    lines: Line[];
}
/** null where there is nothing to show. */
export declare function readEntry(fields: Dict): Entry | null;
/** A number as it is, for the locale to format, or else words. */
export declare const readAmount: (value: unknown) => string | number;
export declare const readTags: (value: unknown) => string[];
