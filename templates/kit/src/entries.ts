import { type Action, readActions } from "./actions.ts";
import { type Dict, isDict } from "./host.ts";
import { type Line, readLines } from "./lines.ts";
import { readCurrency, safeHref, safeImage, short, text } from "./text.ts";

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
export function readEntries<T>(
  output: unknown,
  read: (entry: unknown) => T | null,
  field = "items",
): Around & { entries: T[] } {
  const data = isDict(output) ? output : {};
  const items = Array.isArray(data[field]) ? data[field] : null;
  const entries = (items ?? []).map(read).filter((entry) => entry !== null);
  return {
    title: text(data["title"]),
    subtitle: text(data["subtitle"]),
    empty: short(text(data["empty"]), 500),
    entries,
    actions: readActions(data["actions"]),
    skipped: (items?.length ?? 0) - entries.length,
    readable: items !== null,
  };
}

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
export function readEntry(fields: Dict): Entry | null {
  const entry = {
    title: short(text(fields["title"]), 200),
    subtitle: text(fields["subtitle"]),
    description: text(fields["description"]),
    image: safeImage(fields["image"]),
    imageAlt: text(fields["imageAlt"]),
    badge: text(fields["badge"]),
    url: safeHref(fields["url"]),
    currency: readCurrency(fields["currency"]),
    lines: readLines(fields["lines"]),
  };
  if (!entry.title && !entry.subtitle && !entry.description && !entry.image && !entry.lines.length) return null;
  return entry.title ? entry : { ...entry, title: "Untitled" };
}

/** A number as it is, for the locale to format, or else words. */
export const readAmount = (value: unknown): string | number => (typeof value === "number" ? value : text(value));

export const readTags = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).map(text).filter(Boolean).slice(0, 12);
