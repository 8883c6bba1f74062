import type { Layout } from "~/api/layouts";
import { titleOf, type Column } from "~/api/tables";
import type { FieldMap, Source } from "~/api/tools";
import { isObject, typesOf, wordsOf, type Schema } from "~/pages/app-editor/data/schema";

/** What an entry of a layout's list may hold; null for a layout that lists nothing. */
export function entryOf(layout: Layout | undefined): Schema | null {
  const schema = layout?.dataSchema as Schema | undefined;
  const list = layout?.list;
  const items = list ? schema?.properties?.[list]?.items : undefined;
  return items && isObject(items.properties) ? items : null;
}

const wholeLines = ["lines", "facts"];

/** The field of an entry that takes labelled lines. */
export const linesOf = (entry: Schema): string | undefined => wholeLines.find((name) => entry.properties?.[name]);

/** The fields that a column may fill: what is no list or object and is not for machines. */
export const fieldsOf = (entry: Schema): { name: string; label: string; required: boolean }[] =>
  Object.entries(entry.properties ?? {})
    .filter(([name, field]) => {
      const types = typesOf(field);
      const plain = types.some((t) => t === "string" || t === "number" || t === "integer" || t === "boolean");
      return plain && !["id", "imageAlt", "currency", "query"].includes(name);
    })
    .map(([name]) => ({ name, label: wordsOf(name), required: entry.required?.includes(name) ?? false }));

const types: Partial<Record<Column["type"], string>> = {
  money: "money",
  number: "number",
  integer: "number",
  date: "date",
  datetime: "datetime",
  boolean: "boolean",
};

const sourceOf = (column: Column): Source & { from: string } => {
  const as = types[column.type];
  return {
    from: `/${column.name}${column.type === "place" ? "/label" : ""}`,
    ...(as && { as }),
    ...(column.type === "money" && column.currency && { currency: column.currency }),
  };
};

/** The column that a source takes its value from. */
export const columnOf = (source: Source | undefined): string => /^\/([^/]+)/.exec(source?.from ?? "")?.[1] ?? "";

/** The map with a field filled by a column, or by none. */
export function fill(map: FieldMap, field: string, column: Column | undefined): FieldMap {
  const { [field]: _, ...rest } = map.item ?? {};
  return { ...map, item: column ? { ...rest, [field]: sourceOf(column) } : rest };
}

/** The map with a column among its lines, or taken out of them. */
export function toggleLine(map: FieldMap, field: string, column: Column): FieldMap {
  const lines = map.item?.[field]?.lines ?? [];
  const there = lines.some((line) => columnOf(line) === column.name);
  const next = there
    ? lines.filter((line) => columnOf(line) !== column.name)
    : [...lines, { label: titleOf(column), ...sourceOf(column) }];
  return { ...map, item: { ...map.item, [field]: { lines: next } } };
}

/** A map to begin choosing with: what people would expect by the names and types of the columns. */
export function firstMap(entry: Schema, columns: readonly Column[]): FieldMap {
  const left = [...columns];
  const takeFirst = (fits: (column: Column) => boolean) => {
    const at = left.findIndex(fits);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const wanted: Record<string, (column: Column) => boolean> = {
    title: ({ type }) => type === "text",
    name: ({ type }) => type === "text",
    label: ({ type }) => type === "text",
    image: ({ type }) => type === "image",
    price: ({ type }) => type === "money",
    value: ({ type }) => type === "money" || type === "number" || type === "integer",
    date: ({ type }) => type === "date" || type === "datetime",
    url: ({ type }) => type === "url",
    badge: ({ type }) => type === "enum",
    description: ({ type }) => type === "text",
  };
  let map: FieldMap = { item: {} };
  for (const [field, fits] of Object.entries(wanted)) {
    if (!entry.properties?.[field]) continue;
    const column = takeFirst(fits);
    if (column) map = fill(map, field, column);
  }
  const lines = linesOf(entry);
  if (lines) for (const column of left) if (column.type !== "image") map = toggleLine(map, lines, column);
  return map;
}

/** The columns that a layout shows nowhere: by its map, or, without one, as Berth places them by name and type. */
export function hidden(
  layout: Layout | undefined,
  columns: readonly Column[],
  map: FieldMap | null | undefined,
): Column[] {
  if (!layout || layout.name === "table") return [];
  const entry = entryOf(layout);
  if (!entry) return [];
  const item = (map ?? firstMap(entry, columns)).item ?? {};
  const used = new Set(Object.values(item).flatMap((s) => [columnOf(s), ...(s.lines ?? []).map(columnOf)]));
  const story = !map && Boolean(entry.properties?.["description"] ?? entry.properties?.["text"]);
  return columns.filter(({ name, type }) => !used.has(name) && !(story && type !== "image"));
}
