import type { Layout } from "~/api/layouts";
import type { FieldMap, Source } from "~/api/tools";
import { isObject, wordsOf, type Schema } from "~/pages/app-editor/data/schema";
import { entryOf, fieldsOf, isColumnar, linesOf } from "../fieldMap";

/** The way to a value in an answer. */
export type Path = readonly (string | number)[];

/** A place of the widget that a value of the answer may fill. */
export interface Place {
  /** Of an entry of its list, once in the whole widget, among an entry's lines, or a column more. */
  in: "item" | "data" | "lines" | "columns";
  field: string;
  label: string;
  required: boolean;
}

export const pointerOf = (path: Path): string =>
  path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

export const pathOf = (pointer: string): string[] =>
  pointer.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~")); // prettier-ignore

/** The value at a pointer, undefined where there is none. */
export const valueAt = (answer: unknown, pointer: string): unknown =>
  pathOf(pointer).reduce<unknown>((at, step) => (Array.isArray(at) ? at[Number(step)] : isObject(at) ? at[step] : undefined), answer); // prettier-ignore

/** The places of a layout, those of its entries first. */
export function placesOf(layout: Layout | undefined): Place[] {
  if (!layout) return [];
  const schema = layout.dataSchema as Schema;
  const entry = entryOf(layout);
  const rest: Schema = {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(schema.properties ?? {}).filter(([name]) => ![layout.list, "columns", "empty"].includes(name)),
    ),
  };
  const whole = fieldsOf(rest).map((field): Place => ({ in: "data", field: field.name, ...field, label: entry ? `${field.label} of the whole` : field.label })); // prettier-ignore
  if (!entry) return whole;
  if (isColumnar(layout)) return [{ in: "columns", field: "", label: "Columns", required: true }, ...whole];
  const lines = linesOf(entry);
  return [
    ...fieldsOf(entry).map((field): Place => ({ in: "item", field: field.name, ...field })),
    ...(lines ? [{ in: "lines", field: lines, label: "Lines below", required: false } as const] : []),
    ...whole,
  ];
}

/** Where the entries of a map come from: "" for the answer itself, undefined while nothing says so. */
const eachOf = (map: FieldMap, answer: unknown): string | undefined =>
  map.each ?? (Array.isArray(answer) ? "" : undefined);

const hasEntries = ({ item }: FieldMap) => Object.keys(item ?? {}).length > 0;

/** Splits the way to a value into that to its list and the one within an entry; null where it stands outside of the list that is taken. */
function within(map: FieldMap, path: Path, answer: unknown): { each: string | undefined; from: string } | null {
  const each = eachOf(map, answer);
  if (hasEntries(map)) {
    if (each === undefined) return { each, from: pointerOf(path) };
    const steps = pathOf(each);
    const inside = steps.every((step, i) => String(path[i]) === step) && typeof path[steps.length] === "number";
    return inside ? { each, from: pointerOf(path.slice(steps.length + 1)) } : null;
  }
  const list = path.findIndex((step) => typeof step === "number");
  if (list < 0) return { each: undefined, from: pointerOf(path) };
  return { each: pointerOf(path.slice(0, list)), from: pointerOf(path.slice(list + 1)) };
}

/** A value as a source: dates are told by their form. */
function sourceOf(from: string, value: unknown): Source {
  const as =
    typeof value !== "string"
      ? ""
      : /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)
        ? "datetime"
        : /^\d{4}-\d\d-\d\d$/.test(value)
          ? "date"
          : "";
  return { from, ...(as && { as }) };
}

const labelOf = (from: string) => wordsOf(pathOf(from).findLast((step) => !/^\d+$/.test(step)) ?? "Value");

/** The map with a value of the answer in a place; a string says why it cannot stand there. */
export function place(map: FieldMap, into: Place, path: Path, answer: unknown): FieldMap | string {
  const value = valueAt(answer, pointerOf(path));
  if (into.in === "data") return { ...map, data: { ...dataOf(map), [into.field]: sourceOf(pointerOf(path), value) } };
  const at = within(map, path, answer);
  if (!at) return `This stands outside of the list at ${eachOf(map, answer) || "the top"}, whose entries are shown.`;
  const { each: _, ...rest } = map;
  const next: FieldMap = { ...rest, ...(at.each !== undefined && (at.each !== "" || !Array.isArray(answer)) && { each: at.each }) }; // prettier-ignore
  const source = sourceOf(at.from, value);
  if (into.in === "item") return { ...next, item: { ...map.item, [into.field]: source } };
  if (into.in === "lines") {
    const lines = map.item?.[into.field]?.lines ?? [];
    const there = lines.some(({ from }) => from === at.from);
    const all = there ? lines.filter(({ from }) => from !== at.from) : [...lines, { label: labelOf(at.from), ...source, from: at.from }]; // prettier-ignore
    const { [into.field]: __, ...others } = map.item ?? {};
    return { ...next, item: all.length ? { ...others, [into.field]: { lines: all } } : others };
  }
  return withColumn(next, at.from, value);
}

interface Heading {
  key: string;
  label: string;
  type?: string;
}

const dataOf = (map: FieldMap) => (map["data"] ?? {}) as Record<string, Source>;

const headings = (map: FieldMap): readonly Heading[] =>
  (dataOf(map)["columns"] as { const?: Heading[] } | undefined)?.const ?? [];

/** The map of a table with a column more, or without it where it is there. */
function withColumn(map: FieldMap, from: string, value: unknown): FieldMap {
  const there = Object.entries(map.item ?? {}).find(([, source]) => source.from === from)?.[0];
  const item = { ...map.item };
  let columns = [...headings(map)];
  if (there) {
    delete item[there];
    columns = columns.filter(({ key }) => key !== there);
  } else {
    const base = labelOf(from).toLowerCase().replace(/[^a-z0-9]+/g, "_").slice(0, 50) || "value"; // prettier-ignore
    let key = base;
    for (let n = 2; item[key]; n++) key = `${base}_${n}`;
    item[key] = typeof value === "boolean" ? { from, as: "text" } : { from };
    columns.push({ key, label: labelOf(from), ...(typeof value === "number" && { type: "number" }) });
  }
  return { ...map, item, data: { ...dataOf(map), columns: { const: columns } as Source } };
}

/** The map with nothing in a place. */
export function clear(map: FieldMap, of: Place): FieldMap {
  if (of.in === "data") {
    const { [of.field]: _, ...data } = dataOf(map);
    return { ...map, data };
  }
  if (of.in === "columns") {
    const { columns: _, ...data } = dataOf(map);
    return { ...map, item: {}, data };
  }
  const { [of.field]: _, ...item } = map.item ?? {};
  return { ...map, item };
}

/** What stands in a place: pointers into an entry, or into the whole answer. */
export function filledBy(map: FieldMap, of: Place): string[] {
  if (of.in === "data") return [dataOf(map)[of.field]?.from ?? []].flat();
  if (of.in === "lines") return (map.item?.[of.field]?.lines ?? []).map(({ from }) => from);
  if (of.in === "columns") return headings(map).map(({ key }) => map.item?.[key]?.from ?? "");
  const source = map.item?.[of.field];
  return source?.from !== undefined ? [source.from] : source ? ["written by hand"] : [];
}

/** The places that the value at a path fills, in every entry. */
export function usesOf(map: FieldMap, places: readonly Place[], path: Path, answer: unknown): Place[] {
  const whole = pointerOf(path);
  const at = hasEntries(map) ? within(map, path, answer) : null;
  return places.filter((one) => {
    const pointer = one.in === "data" ? whole : at?.from;
    return pointer !== undefined && filledBy(map, one).includes(pointer);
  });
}

/** The first place that needs a value and has none. */
export const nextPlace = (map: FieldMap, places: readonly Place[], after?: Place): Place | undefined => {
  const order = after ? [...places.slice(places.indexOf(after) + 1), ...places] : places;
  return order.find((one) => one.required && !filledBy(map, one).length) ?? order.find((one) => !filledBy(map, one).length); // prettier-ignore
};

const usual: Record<string, RegExp> = {
  title: /^(title|name|label|headline|subject|full_?name|display_?name)$/i,
  label: /^(label|name|title)$/i,
  text: /^(text|body|content|summary|description|message)$/i,
  description: /^(description|summary|text|body|excerpt)$/i,
  subtitle: /^(subtitle|tagline|category|type|kind|company|author)$/i,
  image: /^(image|image_?url|photo|picture|thumbnail|thumb|avatar|cover|poster)$/i,
  url: /^(url|link|href|html_?url|web_?url|permalink)$/i,
  price: /^(price|amount|cost|total)$/i,
  date: /^(date|day|created_?at|published_?at|start|starts_?at|time)$/i,
  value: /^(value|count|amount|total|score)$/i,
};

/** The list of an answer whose entries are objects, the one nearest to its top; null where there is none. */
export function listOf(answer: unknown): Path | null {
  const queue: Path[] = [[]];
  for (let path = queue.shift(); path; path = queue.shift()) {
    const value = valueAt(answer, pointerOf(path));
    if (Array.isArray(value)) {
      if (isObject(value[0])) return path;
    } else if (isObject(value) && path.length < 4) for (const key of Object.keys(value)) queue.push([...path, key]);
  }
  return null;
}

/** A map to begin with: values whose names say where they belong. */
export function guess(places: readonly Place[], answer: unknown): FieldMap {
  const list = listOf(answer);
  const base = list ? [...list, 0] : [];
  const entry = valueAt(answer, pointerOf(base));
  let map: FieldMap = { item: {} };
  if (!isObject(entry)) return map;
  const plain = Object.entries(entry).filter(([, value]) => value !== null && typeof value !== "object");
  const put = (into: Place, name: string) => {
    const next = place(map, into, [...base, name], answer);
    if (typeof next !== "string") map = next;
  };
  const taken = new Set<string>();
  const columns = places.find((one) => one.in === "columns");
  if (columns) for (const [name] of plain.slice(0, 6)) put(columns, name);
  for (const one of places) {
    if (one.in === "lines" || one.in === "columns" || (one.in === "data" && list)) continue;
    const match = plain.find(([name]) => !taken.has(name) && (name.toLowerCase() === one.field.toLowerCase() || usual[one.field]?.test(name))); // prettier-ignore
    const text = one.required && !match ? plain.find(([name, value]) => typeof value === "string" && !taken.has(name)) : match; // prettier-ignore
    if (!text) continue;
    taken.add(text[0]);
    put(one, text[0]);
  }
  return map;
}
