import { isObject, wordsOf } from "../data/schema";

/** What nobody reads, or what goes along unseen. */
const unseen = ["id", "image", "imageAlt", "url", "currency", "actions", "action"];

/** The fields of a layout's entries of which nothing is left in what another layout made of the data, as people call them. */
export function lostOf(data: unknown, list: string | null | undefined, made: unknown): string[] {
  const left = plain(leaves(made).join("\n"));
  const fields = new Map<string, string[]>();
  const add = (name: string, value: unknown) => fields.set(name, [...(fields.get(name) ?? []), ...leaves(value)]);
  const { series, columns, [list ?? ""]: entries } = (data ?? {}) as Record<string, unknown>;
  const labels = new Map(objects(columns).map(({ key, label }) => [key, label]));
  for (const { name, values } of objects(series)) add(String(name), values);
  for (const entry of objects(entries)) {
    const { lines, ...rest } = entry;
    for (const { label, value } of objects(lines)) add(String(label), value);
    for (const [name, value] of Object.entries(rest))
      if (!unseen.includes(name)) add(String(labels.get(name) || wordsOf(name)), value);
  }
  return [...fields].flatMap(([name, values]) =>
    values.length && !values.some((value) => written(value).some((way) => left.includes(plain(way)))) ? [name] : [],
  );
}

const objects = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Texts and numbers within a value; what is yes or no is written in many ways. */
function leaves(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return value === "" ? [] : [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [];
}

/** The ways in which layouts write a text: of a moment its day, there or in UTC; of a number less than 0 the currency follows the sign. */
function written(text: string): string[] {
  if (/^-\d/.test(text)) return [text, text.slice(1)];
  const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(moment) ? [text] : [text.slice(0, 10), new Date(moment).toISOString().slice(0, 10)];
}

/** A text without what Markdown adds to it, and numbers without what parts their thousands. */
const plain = (text: string) =>
  text
    .replaceAll("\\", "")
    .replace(/(\d),(?=\d{3}(?!\d))/g, "$1")
    .replace(/\s+/g, " ");
