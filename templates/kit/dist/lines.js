import { formatDate, formatValue } from "./format.js";
import { isDict } from "./host.js";
import { address, readCurrency, safeHref, text } from "./text.js";
/** The most lines that are read of one entry: as many columns as a table has. */
const most = 40;
export const readLines = (value) => (Array.isArray(value) ? value : [])
    .map(readLine)
    .filter((line) => line !== null)
    .slice(0, most);
/** null for what has no label or no value. A list of texts is one value. */
export function readLine(line) {
    if (!isDict(line))
        return null;
    const label = text(line["label"]);
    const value = readValue(line["value"]);
    if (!label || value === "")
        return null;
    return { label, value, currency: readCurrency(line["currency"]), url: safeHref(line["url"]) || safeHref(value) };
}
function readValue(value) {
    if (typeof value === "boolean")
        return value ? "Yes" : "No";
    if (typeof value === "number")
        return Number.isFinite(value) ? value : "";
    return Array.isArray(value) ? value.map(text).filter(Boolean).join(", ") : text(value);
}
/** The value as people in a locale write it: numbers, money, days and moments; an address without what everyone knows. */
export function formatLine({ value, currency, url }, locale) {
    if (typeof value === "number")
        return formatValue(value, locale, currency);
    return safeHref(value) ? address(url) : formatDate(value, locale) || value;
}
