import type { Column } from "~/api/tables";

type Kind = Pick<Column, "type" | "currency">;

/** A cell as text that reads back as the same cell: what an editor begins with, and what is copied. */
export function write(value: unknown, { type }: Kind): string {
  if (value === null || value === undefined) return "";
  if (type === "boolean") return value === true ? "yes" : "no";
  if (Array.isArray(value)) return value.join(", ");
  if (type === "place") {
    const { lat, lon, label } = value as { lat: number; lon: number; label?: string };
    return `${lat}, ${lon}${label ? ` ${label}` : ""}`;
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A cell as people read it. */
export function show(value: unknown, column: Kind, locale?: string): string {
  if (value === null || value === undefined) return "";
  switch (column.type) {
    case "money":
      return typeof value === "number" ? money(value, column.currency, locale) : String(value);
    case "number":
    case "integer":
      return typeof value === "number" ? value.toLocaleString(locale, { maximumFractionDigits: 20 }) : String(value);
    case "datetime": {
      const at = new Date(String(value));
      return Number.isNaN(at.getTime())
        ? String(value)
        : at.toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
    }
    case "date": {
      const at = new Date(`${String(value)}T00:00:00`);
      return Number.isNaN(at.getTime()) ? String(value) : at.toLocaleDateString(locale, { dateStyle: "medium" });
    }
    case "place": {
      const { lat, lon, label } = value as { lat: number; lon: number; label?: string };
      return label || `${lat}, ${lon}`;
    }
    default:
      return write(value, column);
  }
}

function money(value: number, currency: string | undefined, locale: string | undefined): string {
  try {
    if (currency) return value.toLocaleString(locale, { style: "currency", currency });
  } catch {
    // a code that this browser does not know
  }
  return value.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 20 });
}
