import type { FieldMap, Source, Where } from "~/api/tools";
import { isObject } from "~/pages/app-editor/data/schema";
import { pathOf, pointerOf, valueAt, type Path, type Place } from "./places";

/** How entries may be compared, in the words of the page. */
export const ops: { value: Where["op"]; label: string }[] = [
  { value: "eq", label: "is" },
  { value: "ne", label: "is not" },
  { value: "lt", label: "is less than" },
  { value: "lte", label: "is at most" },
  { value: "gt", label: "is more than" },
  { value: "gte", label: "is at least" },
  { value: "contains", label: "contains" },
];

/** The most entries that are shown. */
export const mostTaken = 200;

/** An entry of the list that a map shows, to see what one has; undefined where there is none. */
export function entryIn(map: FieldMap, answer: unknown): unknown {
  const list = map.each === undefined ? answer : valueAt(answer, map.each);
  return Array.isArray(list) ? list[0] : undefined;
}

/** The pointers to the plain values of an entry. */
export function pointersIn(entry: unknown, path: Path = []): string[] {
  if (!isObject(entry)) return entry === undefined || Array.isArray(entry) ? [] : [pointerOf(path)];
  if (path.length > 3) return [];
  return Object.entries(entry).flatMap(([name, value]) => pointersIn(value, [...path, name]));
}

/** What was typed, as the value that it is compared with has it. */
export function typedAs(text: string, like: unknown): unknown {
  const number = Number(text.replace(",", "."));
  if (typeof like === "number") return text.trim() === "" || Number.isNaN(number) ? text : number;
  if (typeof like === "boolean") return /^(true|yes)$/i.test(text) ? true : /^(false|no)$/i.test(text) ? false : text;
  return text;
}

/** The map with other conditions; none leave no trace. */
export function withWhere(map: FieldMap, where: readonly Where[]): FieldMap {
  const { where: _, ...rest } = map;
  return where.length ? { ...rest, where } : rest;
}

/** The map that shows so many entries, null for as many as there are. */
export function withTake(map: FieldMap, take: number | null): FieldMap {
  const { take: _, ...rest } = map;
  return take ? { ...rest, take: Math.min(mostTaken, take) } : rest;
}

/** The source of a place that one value fills; undefined for any other. */
export function sourceIn(map: FieldMap, { in: where, field }: Place): Source | undefined {
  const all =
    where === "item" ? map.item : where === "data" ? (map["data"] as Record<string, Source> | undefined) : undefined;
  return all?.[field]?.from === undefined ? undefined : all[field];
}

/** The map with the value of a place written in another way; what is absent is as it is. */
export function written(
  map: FieldMap,
  { in: where, field }: Place,
  { as, fallback }: Pick<Source, "as" | "fallback">,
): FieldMap {
  const part = where === "item" ? "item" : "data";
  const all = (map[part] ?? {}) as Record<string, Source>;
  const { as: _, fallback: __, currency, ...rest } = all[field] ?? {};
  const source = {
    ...rest,
    ...(as && { as }),
    ...(as === "money" && currency && { currency }),
    ...(fallback !== undefined && fallback !== "" && { fallback }),
  };
  return { ...map, [part]: { ...all, [field]: source } };
}

/** What people call the value at a pointer: "price, amount". */
export const wordsFor = (pointer: string) => pathOf(pointer).join(", ") || "the entry itself";
