import { isObject, mainList, typesOf, wordsOf, type Schema } from "../data/schema";
import type { Table } from "~/data/csv";

/** Where a column goes: a field of every element, its own name where further fields are allowed, or "" to be left out. */
export type Mapping = string[];

/** What people call the fields of layouts. */
const synonyms: Record<string, string[]> = {
  title: ["name", "product", "item", "headline", "event", "what", "titel", "nombre", "nome"],
  subtitle: ["brand", "place", "location", "city", "category"],
  name: ["title", "place", "city", "label"],
  description: ["text", "details", "summary", "about", "notes", "beschreibung"],
  image: ["picture", "photo", "img", "imageurl", "thumbnail"],
  imageAlt: ["alt", "caption"],
  price: ["cost", "amount", "preis"],
  badge: ["status", "label"],
  url: ["link", "href", "website", "web", "address"],
  tags: ["labels", "keywords"],
  value: ["price", "amount", "number", "total"],
  date: ["day", "when", "time", "start"],
  latitude: ["lat"],
  longitude: ["lng", "lon", "long"],
  label: ["name", "title"],
  id: ["key", "sku", "code"],
};

const plain = (name: string) =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** The fields that a column can go to. */
export const targetsOf = (items: Schema) =>
  Object.keys(items.properties ?? {}).map((key) => ({ value: key, label: wordsOf(key) }));

/** A first guess by the names of the columns; what fits nothing keeps its name where that is allowed. */
export function guess(header: readonly string[], items: Schema): Mapping {
  const fields = Object.keys(items.properties ?? {});
  const mapping: Mapping = header.map((name) => fields.find((field) => plain(field) === plain(name)) ?? "");
  for (const [i, name] of header.entries()) {
    if (mapping[i]) continue;
    mapping[i] = fields.find((field) => !mapping.includes(field) && synonyms[field]?.includes(plain(name))) ?? "";
  }
  // What must be there takes the first column that is free.
  for (const field of items.required ?? []) {
    const free = mapping.indexOf("");
    if (!mapping.includes(field) && free >= 0) mapping[free] = field;
  }
  return mapping.map((field, i) => field || (items.additionalProperties === false ? "" : (header[i] ?? "")));
}

/** The rows as data of a layout, beside what the data has already: its heading, its buttons. */
export function dataFrom(
  table: Table,
  mapping: Mapping,
  schema: Schema,
  layout: string,
  present: unknown,
): Record<string, unknown> {
  const kept = isObject(present) ? present : {};
  if (layout === "table")
    return {
      ...without(kept, ["rows", "data"]),
      columns: table.header.map((key) => ({ key, label: key })),
      rows: table.rows.map((row) => Object.fromEntries(table.header.map((key, i) => [key, scalar(row[i] ?? "")]))),
    };
  if (layout === "chart") {
    const numeric = table.header
      .map((_, i) => i)
      .filter((i) => i > 0 && table.rows.some((row) => typeof scalar(row[i] ?? "") === "number"));
    return {
      ...kept,
      labels: table.rows.map((row) => row[0] ?? ""),
      series: numeric.map((i) => ({
        name: table.header[i] ?? "",
        values: table.rows.map((row) => {
          const n = scalar(row[i] ?? "");
          return typeof n === "number" ? n : null;
        }),
      })),
    };
  }
  const list = mainList(schema);
  if (!list) return kept;
  const rows = table.rows.map((row) => {
    const element: Record<string, unknown> = {};
    for (const [i, field] of mapping.entries()) {
      const cell = (row[i] ?? "").trim();
      if (!field || (cell === "" && !list.items.required?.includes(field))) continue;
      element[field] = typed(cell, list.items.properties?.[field]);
    }
    return element;
  });
  return {
    ...kept,
    [list.key]: typesOf(list.items).join() === "object" ? rows : table.rows.map((row) => row[0] ?? ""),
  };
}

/** A cell as the field wants it; what cannot be read stays the text, which the form then marks. */
function typed(cell: string, schema: Schema | undefined): unknown {
  const types = schema ? typesOf(schema) : [];
  if (types.includes("array")) return cell.split(/\s*[;,|]\s*/).filter(Boolean);
  if (types.includes("boolean") && !types.includes("string"))
    return /^(true|yes|1|x|ja|si|sim)$/i.test(cell) ? true : /^(false|no|0|nein|)$/i.test(cell) ? false : cell;
  if ((types.includes("number") || types.includes("integer")) && !types.includes("string")) return scalar(cell);
  if (schema?.enum) return schema.enum.find((choice) => plain(String(choice)) === plain(cell)) ?? cell;
  return schema ? cell : scalar(cell);
}

/** A number where the cell is one, written as in English or with a decimal comma. */
function scalar(cell: string): string | number {
  const text = cell.trim();
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) return Number(text.replaceAll(",", ""));
  if (/^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text)) return Number(text);
  return /^-?(0|[1-9]\d{0,14}),\d+$/.test(text) ? Number(text.replace(",", ".")) : text;
}

const without = (object: Record<string, unknown>, keys: string[]) =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));

/** As many elements of the list as fit into so many bytes of JSON. */
export function fitting(
  data: Record<string, unknown>,
  key: string,
  limit: number,
): { data: Record<string, unknown>; kept: number } {
  const list = Array.isArray(data[key]) ? data[key] : [];
  const bytes = (n: number) => new TextEncoder().encode(JSON.stringify({ ...data, [key]: list.slice(0, n) })).length;
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (bytes(middle) <= limit) low = middle;
    else high = middle - 1;
  }
  return { data: { ...data, [key]: list.slice(0, low) }, kept: low };
}
