import type { App } from "~/api/apps";
import { api, take } from "~/api/client";
import { isProblem } from "~/api/problem";
import type { RowPage, Table } from "~/api/tables";
import { draftOf } from "~/create/draft";
import { parseJSON, type Node } from "~/data/json";

/** A table and its rows, each as the server wrote it: numbers keep every digit. */
interface KeptTable {
  head: Pick<Table, "name" | "title" | "columns" | "ownedRows">;
  rows: string[];
}

/** What an app has beside its draft. */
export interface Kept {
  tables: KeptTable[];
  /** How many rows belong to people: they are not for anybody else, and stay behind. */
  owned: number;
  /** What can be named and not read. */
  secrets: string[];
  webhooks: boolean;
  listing: boolean;
}

/** Reads what an app has beside its draft. It fails where rows cannot be read; what could not be kept anyway is named if it can be. */
export async function keep(id: string): Promise<Kept> {
  const params = { path: { id } };
  const [{ items }, secrets, webhooks, listing] = await Promise.all([
    take(api.GET("/apps/{id}/tables", { params })),
    read(take(api.GET("/apps/{id}/secrets", { params: { ...params, query: { limit: 100 } } }))),
    read(take(api.GET("/apps/{id}/webhooks", { params }))),
    read(take(api.GET("/apps/{id}/listing", { params }))),
  ]);
  const kept: Kept = {
    tables: [],
    owned: 0,
    secrets: secrets?.items.map(({ name }) => name) ?? [],
    webhooks: !!webhooks?.items.length,
    listing: Object.values(listing ?? {}).some(Boolean),
  };
  for (const { name, title, columns, ownedRows } of items) {
    const table: KeptTable = { head: { name, title, columns, ownedRows }, rows: [] };
    kept.tables.push(table);
    for (let cursor: string | null = ""; cursor !== null;) {
      const query = { limit: 200, ...(cursor && { cursor }) };
      const text: string = await take<string>(
        api.GET("/apps/{id}/tables/{table}/rows", { params: { path: { id, table: name }, query }, parseAs: "text" }),
      );
      const page = JSON.parse(text) as RowPage;
      const places = member(parseJSON(text).root, "items")?.children ?? [];
      page.items.forEach(({ owner }, i) => {
        const values = member(places[i]?.node, "values");
        if (owner !== null) kept.owned++;
        else if (values) table.rows.push(text.slice(values.from, values.to));
      });
      cursor = page.nextCursor;
    }
  }
  return kept;
}

const read = <T>(call: Promise<T>): Promise<T | null> => call.catch(() => null);

const member = (node: Node | null | undefined, name: string) => node?.children?.find(({ key }) => key === name)?.node;

/** What POST /apps takes: of rows in one table, and of bytes in all, less what is around them. */
const most = { rows: 1000, bytes: 2_000_000 };

/** Makes a draft of what an app was, with what was kept of it: all or nothing. */
export async function makeAgain(app: App, kept: Kept | null): Promise<void> {
  const { tables = [] } = kept ?? {};
  const draft = draftOf(app);
  const whole = written(draft, tables);
  const fits = tables.every(({ rows }) => rows.length <= most.rows) && new Blob([whole]).size <= most.bytes;
  const begun = fits ? tables : tables.map(({ head }) => ({ head, rows: [] }));
  const make = (body: typeof draft) => take(api.POST("/apps", { body, bodySerializer: () => written(body, begun) }));
  const { id } = await make(draft).catch((failure: unknown) => {
    if (!isProblem(failure, "SLUG_TAKEN")) throw failure;
    return make({ ...draft, mcpSlug: null });
  });
  if (fits) return;
  try {
    for (const { head, rows } of tables)
      for (let i = 0; i < rows.length; i += most.rows) {
        const part = rows.slice(i, i + most.rows).map((values) => `{"values":${values}}`);
        await take(
          api.POST("/apps/{id}/tables/{table}/rows", {
            params: { path: { id, table: head.name } },
            body: { rows: [] },
            bodySerializer: () => `{"rows":[${part.join()}]}`,
          }),
        );
      }
  } catch (failure) {
    await read(take(api.DELETE("/apps/{id}", { params: { path: { id } } })));
    throw failure;
  }
}

/** A new app as JSON, whose rows are JSON already. */
function written(draft: object, tables: readonly KeptTable[]): string {
  const open = (part: object) => JSON.stringify(part).slice(0, -1);
  const parts = tables.map(({ head, rows }) => `${open(head)},"rows":[${rows.join()}]}`);
  return `${open(draft)},"tables":[${parts.join()}]}`;
}

/** What an app had that does not come back, in words; "" for nothing. */
export function lost(app: App, kept: Kept | null): string {
  if (!kept) return "all but its draft";
  const { owned, secrets, webhooks, listing } = kept;
  return [
    owned > 0 && (owned === 1 ? "a row that belongs to somebody" : `${owned} rows that belong to people`),
    secrets.length > 0 && `the ${secrets.length === 1 ? "secret" : "secrets"} ${secrets.join(", ")}`,
    webhooks && "its webhooks",
    listing && "its listing",
    app.publishVersion > 0 && "its releases and calls",
  ]
    .filter(Boolean)
    .join(", ");
}
