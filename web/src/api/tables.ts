import { queryOptions } from "@tanstack/react-query";
import { api, take } from "./client";

export type ColumnType =
  | "text"
  | "number"
  | "integer"
  | "money"
  | "boolean"
  | "date"
  | "time"
  | "datetime"
  | "enum"
  | "tags"
  | "url"
  | "image"
  | "email"
  | "phone"
  | "place";

export interface Column {
  name: string;
  title?: string;
  type: ColumnType;
  required?: boolean;
  unique?: boolean;
  values?: string[];
  currency?: string;
}

export interface Table {
  name: string;
  title: string;
  columns: Column[];
  ownedRows: boolean;
  rows: number;
  createdAt: string;
  updatedAt: string;
}

export interface Row {
  id: string;
  values: Record<string, unknown>;
  owner: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface RowQuery {
  q?: string;
  filter?: string[];
  sort?: string;
}

export interface Imported {
  created: number;
  changed: number;
  removed: number;
  problems: { row: number; column: string; message: string }[];
}

type Call = (path: string, init?: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
const loose = api as unknown as Record<"GET" | "POST" | "PATCH" | "DELETE", Call>;
const typed = <T>(answer: ReturnType<Call>) => take<T>(answer as Promise<{ data?: T; response: Response }>);

/** The tables of an app, with their columns and how many rows each has. */
export const tablesQuery = (id: string) =>
  queryOptions({
    queryKey: ["app", id, "tables"],
    queryFn: ({ signal }) =>
      typed<{ items: Table[] }>(loose.GET("/apps/{id}/tables", { params: { path: { id } }, signal })).then(
        ({ items }) => items,
      ),
  });

export type NewTable = Pick<Table, "name" | "columns"> & { title?: string; ownedRows?: boolean };

export const createTable = (id: string, body: NewTable) =>
  typed<Table>(loose.POST("/apps/{id}/tables", { params: { path: { id } }, body }));

/** Calls about one table. */
export function tableCalls(id: string, table: string) {
  const path = { id, table };
  const rows = "/apps/{id}/tables/{table}/rows";
  return {
    change: (body: { title?: string; columns?: Column[] }) =>
      typed<Table>(loose.PATCH("/apps/{id}/tables/{table}", { params: { path }, body })),
    remove: () => typed<undefined>(loose.DELETE("/apps/{id}/tables/{table}", { params: { path } })),
    /** A page of at most 200 rows. */
    rows: (query: RowQuery, cursor?: string) =>
      typed<{ items: Row[]; nextCursor: string | null; total: number }>(
        loose.GET(rows, { params: { path, query: { ...query, limit: 200, ...(cursor && { cursor }) } } }),
      ),
    /** The rows that a person sees first. */
    first: (limit: number) =>
      typed<{ items: Row[]; total: number }>(loose.GET(rows, { params: { path, query: { limit } } })),
    create: (values: readonly Readonly<Record<string, unknown>>[]) =>
      typed<{ items: Row[] }>(
        loose.POST(rows, { params: { path }, body: { rows: values.map((v) => ({ values: v })) } }),
      ).then(({ items }) => items),
    patch: (rowId: string, values: Readonly<Record<string, unknown>>) =>
      typed<Row>(loose.PATCH(`${rows}/{rowId}`, { params: { path: { ...path, rowId } }, body: { values } })),
    removeRow: (rowId: string) =>
      typed<undefined>(loose.DELETE(`${rows}/{rowId}`, { params: { path: { ...path, rowId } } })),
    import: (text: string, query: { mode: "append" | "replace" | "upsert"; key?: string; dryRun?: boolean }) =>
      typed<Imported>(
        loose.POST("/apps/{id}/tables/{table}/import", {
          params: { path, query },
          body: text,
          bodySerializer: String,
          headers: { "Content-Type": "text/csv" },
        }),
      ),
    undo: () => typed<Imported>(loose.POST("/apps/{id}/tables/{table}/undo", { params: { path } })),
    /** Every row, as a file. */
    export: (format: "csv" | "json") =>
      typed<Blob>(
        loose.GET("/apps/{id}/tables/{table}/export", { params: { path, query: { format } }, parseAs: "blob" }),
      ),
  };
}

export type TableCalls = ReturnType<typeof tableCalls>;

/** What people read above a column, or on a table. */
export const titleOf = ({ title, name }: { title?: string | undefined; name: string }) => title || wordsOf(name);

const wordsOf = (name: string) => {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** A name for machines out of a title: "Price (€)" → "price"; what is taken gets a number. */
export function nameFor(title: string, taken: readonly string[], otherwise: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "")
    .slice(0, 58);
  const base = plain && plain !== "id" ? plain : otherwise;
  let name = base;
  for (let n = 2; taken.includes(name); n++) name = `${base}_${n}`;
  return name;
}
