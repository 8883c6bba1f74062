import type { Cell } from "./data.ts";

export interface Order {
  column: number;
  direction: "ascending" | "descending";
}

/** The order that a press on a column's heading brings: up, down, then as the data came. */
export function next(order: Order | null, column: number): Order | null {
  if (order?.column !== column) return { column, direction: "ascending" };
  return order.direction === "ascending" ? { column, direction: "descending" } : null;
}

/** The rows in an order. Equal ones stay as they came; those with nothing to compare stand last either way. */
export function sorted(rows: Cell[][], order: Order | null, locale: string): Cell[][] {
  if (!order) return rows;
  const { compare } = collator(locale);
  const sign = order.direction === "ascending" ? 1 : -1;
  return [...rows].sort((left, right) => {
    const a = left[order.column]?.sort ?? null;
    const b = right[order.column]?.sort ?? null;
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (typeof a === "number" && typeof b === "number" ? a - b : compare(String(a), String(b)));
  });
}

function collator(locale: string): Intl.Collator {
  const options: Intl.CollatorOptions = { numeric: true, sensitivity: "base" };
  try {
    return new Intl.Collator(locale, options);
  } catch {
    return new Intl.Collator("en", options);
  }
}
