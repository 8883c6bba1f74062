import { readActions } from "./actions.js";
import { isDict } from "./host.js";
import { readLines } from "./lines.js";
import { readCurrency, safeHref, safeImage, short, text } from "./text.js";
/**
 * Reads what a tool answered: a list with words around it. It may come from a source that nobody has checked, so it shows
 * what it can; read answers null for what is no entry.
 */
export function readEntries(output, read, field = "items") {
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
/** null where there is nothing to show. */
export function readEntry(fields) {
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
    if (!entry.title && !entry.subtitle && !entry.description && !entry.image && !entry.lines.length)
        return null;
    return entry.title ? entry : { ...entry, title: "Untitled" };
}
/** A number as it is, for the locale to format, or else words. */
export const readAmount = (value) => (typeof value === "number" ? value : text(value));
export const readTags = (value) => (Array.isArray(value) ? value : []).map(text).filter(Boolean).slice(0, 12);
