import { titleOf, type Column } from "~/api/tables";
import type { HandlerOf, QueryFilter } from "~/api/tools";

export type Query = HandlerOf<"query">;
export type Write = HandlerOf<"insert" | "update">;

type Op = QueryFilter["op"];

/** How a column can be asked for, in the words of the page, the usual way first. */
export function opsOf({ type }: Pick<Column, "type">): { value: Op; label: string }[] {
  switch (type) {
    case "boolean":
    case "enum":
      return [{ value: "eq", label: "is" }, { value: "ne", label: "is not" }]; // prettier-ignore
    case "number":
    case "integer":
    case "money":
      return [
        { value: "lte", label: "at most" },
        { value: "gte", label: "at least" },
        { value: "eq", label: "exactly" },
      ];
    case "date":
    case "time":
    case "datetime":
      return [
        { value: "gte", label: "from" },
        { value: "lte", label: "until" },
        { value: "eq", label: "exactly" },
      ];
    case "tags":
      return [{ value: "contains", label: "with" }];
    case "place":
      return [{ value: "near", label: "near" }];
    default:
      return [{ value: "contains", label: "contains" }, { value: "eq", label: "is" }]; // prettier-ignore
  }
}

const prefixes: Partial<Record<Op, string>> = {
  lte: "max_",
  lt: "max_",
  gte: "min_",
  gt: "min_",
  ne: "not_",
  near: "near_",
};

/** The argument's name for a filter; a date has from and until. */
function argumentOf(column: Column, op: Op, taken: readonly string[]): string {
  const timed = ["date", "time", "datetime"].includes(column.type);
  const prefix = timed && op === "gte" ? "from_" : timed && op === "lte" ? "until_" : (prefixes[op] ?? "");
  const base = `${prefix}${column.name}`.slice(0, 60);
  let name = base;
  for (let n = 2; taken.includes(name) || name === "query" || name === "limit"; n++) name = `${base}_${n}`;
  return name;
}

/** The handler with a filter by a column more. */
export function withFilter(handler: Query, column: Column, op: Op = opsOf(column)[0]?.value ?? "eq"): Query {
  const filters = handler.filters ?? [];
  const argument = argumentOf(column, op, filters.map((f) => f.argument)); // prettier-ignore
  return { ...handler, filters: [...filters, { argument, column: column.name, op }] };
}

/** The handler with another comparison in one of its filters. */
export function changeFilter(handler: Query, at: number, column: Column, op: Op): Query {
  const filters = handler.filters ?? [];
  const others = filters.filter((_, i) => i !== at).map((f) => f.argument);
  const next = { argument: argumentOf(column, op, others), column: column.name, op };
  return { ...handler, filters: filters.map((f, i) => (i === at ? next : f)) };
}

export const withoutFilter = (handler: Query, at: number): Query => ({
  ...handler,
  filters: (handler.filters ?? []).filter((_, i) => i !== at),
});

/** The handler with a column in its search, or without it. */
export function toggleSearch(handler: Query, name: string): Query {
  const search = handler.search ?? [];
  return { ...handler, search: search.includes(name) ? search.filter((s) => s !== name) : [...search, name] };
}

/** Which columns an insert or update asks for: all, unless it says which values it takes. */
export const asked = (handler: Write, columns: readonly Column[]): string[] =>
  handler.values
    ? columns.filter(({ name }) => handler.values?.[name] === `{{args.${name}}}`).map(({ name }) => name)
    : columns.map(({ name }) => name);

/** What it writes without asking. */
export const fixed = (handler: Write): [name: string, value: unknown][] =>
  Object.entries(handler.values ?? {}).filter(([name, value]) => value !== `{{args.${name}}}`);

/** The handler that asks for those columns and writes those constants. Without constants, asking for all needs no list. */
export function withValues(
  handler: Write,
  columns: readonly Column[],
  ask: readonly string[],
  constants: readonly (readonly [string, unknown])[],
): Write {
  const { values: _, ...rest } = handler;
  if (!constants.length && columns.every(({ name }) => ask.includes(name))) return rest;
  const all = columns.flatMap(({ name }): [string, unknown][] => {
    const constant = constants.find(([c]) => c === name);
    return constant ? [[name, constant[1]]] : ask.includes(name) ? [[name, `{{args.${name}}}`]] : [];
  });
  return { ...rest, values: Object.fromEntries(all) };
}

/** "Breads, cheapest first": how rows may be sorted. */
export const sortsOf = (columns: readonly Column[]): { value: string; label: string }[] => [
  { value: "", label: "As they were added" },
  ...columns
    .filter(({ type }) => type !== "tags" && type !== "place" && type !== "image")
    .flatMap((column) => {
      const [up, down] = /number|integer|money/.test(column.type)
        ? ["lowest first", "highest first"]
        : /date|time/.test(column.type)
          ? ["earliest first", "latest first"]
          : column.type === "boolean"
            ? ["no first", "yes first"]
            : ["A to Z", "Z to A"];
      return [
        { value: column.name, label: `${titleOf(column)}, ${up}` },
        { value: `-${column.name}`, label: `${titleOf(column)}, ${down}` },
      ];
    }),
];
