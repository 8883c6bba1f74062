import { queryOptions } from "@tanstack/react-query";
import { api, take, type Schemas } from "./client";

export type Layout = Schemas["Layout"];
export type Theme = Schemas["Theme"];
/** A theme as authors send it: what is null is the default. */
export type SentTheme = NonNullable<Schemas["NewApp"]["themeVariables"]>;

/** The layouts that authors may choose. They change with a new version of the server alone. */
export const layoutsQuery = queryOptions({
  queryKey: ["layouts"],
  staleTime: Infinity,
  queryFn: ({ signal }) =>
    take(api.GET("/layouts", { params: { query: { limit: 200 } }, signal })).then((list) => list.items),
});

/** The drafts that ship with the server, to start from. */
export const templatesQuery = queryOptions({
  queryKey: ["templates"],
  staleTime: Infinity,
  queryFn: ({ signal }) =>
    take(api.GET("/templates", { params: { query: { limit: 200 } }, signal })).then((list) => list.items),
});

/** As much of theme and data as an address may hold (api/apps_preview.go); a widget gets more by its host's messages. */
const most = { theme: 4 << 10, data: 16 << 10 };

/** The address of a document that shows what is not saved; data that is too long is left out, and the layout's sample shown. */
export function layoutPreviewURL(
  layout: string,
  { theme, data }: { theme?: SentTheme | undefined; data?: unknown } = {},
): string {
  const query = new URLSearchParams();
  const put = (name: string, value: unknown, limit: number) => {
    const text = value === undefined || value === null ? "" : JSON.stringify(value);
    if (text && new TextEncoder().encode(text).length <= limit) query.set(name, text);
  };
  put("themeVariables", theme, most.theme);
  put("mockData", data, most.data);
  return `/api/v1/layouts/${encodeURIComponent(layout)}/preview?${query}`;
}
