export { type Action, readActions } from "./actions.ts";
export { type Config, connect, readConfig } from "./connect.ts";
export { type Around, type Entry, readAmount, readEntries, readEntry, readTags } from "./entries.ts";
export { formatDate, formatNumber, formatValue, readDate } from "./format.ts";
export * from "./host.ts";
export * from "./hooks.ts";
export { mount } from "./mount.tsx";
export { errorText, failed, normalize } from "./result.ts";
export { safeHref, safeImage, short, text } from "./text.ts";
