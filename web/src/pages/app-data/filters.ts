import type { Column } from "~/api/tables";

/** One condition on a column, as the server writes it: price<=5. */
export interface Filter {
  column: string;
  op: "=" | "!=" | "<" | "<=" | ">" | ">=" | "~";
  value: string;
}

const form = /^([a-z][a-z0-9_]*)(<=|>=|!=|=|<|>|~)(.*)$/s;

export const written = ({ column, op, value }: Filter): string => `${column}${op}${value}`;

/** Filters out of an address; what cannot be read, or is about columns that are gone, is left out. */
export function readFilters(text: string, columns: readonly Column[]): Filter[] {
  let list: unknown;
  try {
    list = JSON.parse(text || "[]");
  } catch {
    return [];
  }
  return (Array.isArray(list) ? list : []).flatMap((one) => {
    const [, column, op, value] = form.exec(String(one)) ?? [];
    return column && columns.some(({ name }) => name === column)
      ? [{ column, op: op as Filter["op"], value: value ?? "" }]
      : [];
  });
}

export const addressOf = (filters: readonly Filter[]): string =>
  filters.length ? JSON.stringify(filters.map(written)) : "";

/** How a column can be filtered, as people say it. */
export function opsOf({ type }: Pick<Column, "type">): { value: Filter["op"]; label: string }[] {
  const is = { value: "=" as const, label: "is" };
  const not = { value: "!=" as const, label: "is not" };
  const has = { value: "~" as const, label: "contains" };
  switch (type) {
    case "boolean":
    case "enum":
      return [is, not];
    case "number":
    case "integer":
    case "money":
      return [
        { value: "<=", label: "at most" },
        { value: ">=", label: "at least" },
        is,
        not,
        { value: "<", label: "less than" },
        { value: ">", label: "more than" },
      ];
    case "date":
    case "time":
    case "datetime":
      return [{ value: ">=", label: "from" }, { value: "<=", label: "until" }, is, not];
    case "tags":
      return [has];
    default:
      return [has, is, not];
  }
}

/** The column whose values stand as chips above the table: what arrives has a status. */
export const chipColumn = (columns: readonly Column[]): Column | undefined => {
  const lists = columns.filter(({ type, values }) => type === "enum" && (values?.length ?? 0) <= 8);
  return lists.find(({ name }) => name === "status") ?? lists[0];
};
