import { queryOptions } from "@tanstack/react-query";
import { api, take, takeTagged, type Schemas } from "./client";

export type Column = Schemas["Column"];
/** What the cells of a column hold. */
export type ColumnType = Column["type"];
export type Table = Schemas["Table"];

/** The cells that are not empty, by name of column. */
export type RowValues = Readonly<Record<string, unknown>>;
export type Row = Schemas["Row"];
export type RowPage = Schemas["Rows"];

export interface RowQuery {
  q?: string;
  filter?: string[];
  sort?: string;
}

/** The tables of an app, with their columns and how many rows each has. */
export const tablesQuery = (id: string) =>
  queryOptions({
    queryKey: ["app", id, "tables"],
    queryFn: ({ signal }) =>
      take(api.GET("/apps/{id}/tables", { params: { path: { id } }, signal })).then(({ items }) => items),
  });

export const createTable = (id: string, body: Schemas["NewTable"]) =>
  take(api.POST("/apps/{id}/tables", { params: { path: { id } }, body }));

/** Calls about one table. */
export function tableCalls(id: string, table: string) {
  const path = { id, table };
  return {
    change: (body: Schemas["UpdateTableInput"]) =>
      take(api.PATCH("/apps/{id}/tables/{table}", { params: { path }, body })),
    remove: () => take(api.DELETE("/apps/{id}/tables/{table}", { params: { path } })),
    /** A page of at most 200 rows. */
    rows: (query: RowQuery & { limit?: number }, cursor?: string) =>
      take(
        api.GET("/apps/{id}/tables/{table}/rows", {
          params: { path, query: { limit: 200, ...query, ...(cursor && { cursor }) } },
        }),
      ),
    /** All or none, at most 1,000. */
    create: (values: readonly RowValues[]) =>
      take(
        api.POST("/apps/{id}/tables/{table}/rows", {
          params: { path },
          body: { rows: values.map((v) => ({ values: v })) },
        }),
      ).then((made) => ("items" in made ? made.items : [made])),
    row: (rowId: string) =>
      takeTagged(api.GET("/apps/{id}/tables/{table}/rows/{rowId}", { params: { path: { ...path, rowId } } })),
    /** Changes a row that is in the state that etag names. */
    patch: (rowId: string, values: RowValues, etag: string) =>
      takeTagged(
        api.PATCH("/apps/{id}/tables/{table}/rows/{rowId}", {
          params: { path: { ...path, rowId }, header: { "If-Match": etag } },
          body: { values },
        }),
      ),
    /** Deletes a row that is in the state that etag names. */
    removeRow: (rowId: string, etag: string) =>
      take(
        api.DELETE("/apps/{id}/tables/{table}/rows/{rowId}", {
          params: { path: { ...path, rowId }, header: { "If-Match": etag } },
        }),
      ),
    /** Takes CSV. */
    import: (text: string, query: { mode: "append" | "replace" | "upsert"; key?: string }) =>
      take(
        api.POST("/apps/{id}/tables/{table}/import", {
          params: { path, query },
          body: text,
          bodySerializer: String,
          headers: { "Content-Type": "text/csv" },
        }),
      ),
    undo: () => take(api.POST("/apps/{id}/tables/{table}/undo", { params: { path } })),
    /** Every row, as a file. */
    export: (format: "csv" | "json") =>
      take<Blob>(api.GET("/apps/{id}/tables/{table}/export", { params: { path, query: { format } }, parseAs: "blob" })),
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
