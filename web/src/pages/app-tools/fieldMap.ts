import type { Layout } from "~/api/layouts";
import { titleOf, type Column } from "~/api/tables";
import type { As, FieldMap, Source } from "~/api/tools";
import { typesOf, wordsOf, type Schema } from "~/pages/app-editor/data/schema";

/** What an entry of a layout's list may hold; null for a layout that lists nothing. */
export function entryOf(layout: Layout | undefined): Schema | null {
  const schema = layout?.dataSchema as Schema | undefined;
  const list = layout?.list;
  const items = list ? schema?.properties?.[list]?.items : undefined;
  return items ?? null;
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

const types: Partial<Record<Column["type"], As>> = {
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

/** The layout whose entries have the fields that its author names: a table. */
export const isColumnar = (layout: Layout | undefined): boolean =>
  Boolean(entryOf(layout)) && Object.keys(entryOf(layout)?.properties ?? {}).length === 0;

interface Heading {
  key: string;
  [more: string]: unknown;
}

const headings = ({ data }: FieldMap): readonly Heading[] =>
  (data as { columns?: { const?: Heading[] } } | undefined)?.columns?.const ?? [];

/** The columns of a table layout, in their order. */
export const columnsShown = (map: FieldMap): readonly string[] =>
  headings(map).map(({ key }) => columnOf(map.item?.[key]));

const cells: Partial<Record<Column["type"], string>> = {
  money: "number",
  number: "number",
  integer: "number",
  date: "date",
  datetime: "date",
  url: "link",
  image: "link",
  enum: "badge",
  tags: "badge",
};

/** The map of a table layout with those columns, in that order. */
export function showColumns(map: FieldMap, columns: readonly Column[], names: readonly string[]): FieldMap {
  const all = names.flatMap((name) => {
    const column = columns.find((c) => c.name === name);
    const old = headings(map).find(({ key }) => columnOf(map.item?.[key]) === name);
    const type = column && cells[column.type];
    const made = column && {
      key: name,
      label: titleOf(column),
      ...(type && { type }),
      ...(column.currency && { currency: column.currency }),
    };
    const heading = old ?? made;
    const text = column?.type === "place" || column?.type === "boolean";
    return heading
      ? [{ heading, source: map.item?.[heading.key] ?? { from: `/${name}`, ...(text && { as: "text" }) } }]
      : [];
  });
  return {
    ...map,
    item: Object.fromEntries([
      ["id", { from: "/id" }],
      ...all.map(({ heading, source }) => [heading.key, source]),
    ]) as Record<string, Source>,
    data: { ...(map["data"] as object | undefined), columns: { const: all.map(({ heading }) => heading) } },
  };
}

/** The map with its lines in another order. */
export function orderLines(map: FieldMap, field: string, names: readonly string[]): FieldMap {
  const lines = map.item?.[field]?.lines ?? [];
  return {
    ...map,
    item: { ...map.item, [field]: { lines: names.flatMap((n) => lines.find((l) => columnOf(l) === n) ?? []) } },
  };
}
