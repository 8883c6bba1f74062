import { wordsOf } from "../data/schema";

/** What nobody reads, or what goes along unseen. */
const unseen = ["id", "image", "imageAlt", "url", "currency", "actions", "action"];

/** The fields of a layout's entries of which nothing is left in what another layout made of the data, as people call them. */
export function lostOf(data: unknown, list: string | null | undefined, made: unknown): string[] {
  const left = plain(leaves(made).join("\n"));
  const fields = new Map<string, string[]>();
  const add = (name: string, value: unknown) => fields.set(name, [...(fields.get(name) ?? []), ...leaves(value)]);
  const { series, [list ?? ""]: entries } = (data ?? {}) as Record<string, unknown>;
  for (const { name, values } of objects(series)) add(String(name), values);
  for (const entry of objects(entries)) {
    const { lines, ...rest } = entry;
    for (const { label, value } of objects(lines)) add(String(label), value);
    for (const [name, value] of Object.entries(rest)) if (!unseen.includes(name)) add(wordsOf(name), value);
  }
  return [...fields].flatMap(([name, values]) =>
    values.length && !values.some((value) => left.includes(plain(value))) ? [name] : [],
  );
}

const objects = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : [];

/** Texts and numbers within a value; what is yes or no is written in many ways. */
function leaves(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return value === "" ? [] : [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [];
}

/** A text without what Markdown adds to it. */
const plain = (text: string) => text.replaceAll("\\", "").replace(/\s+/g, " ");
