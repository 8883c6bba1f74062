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

const bytes = (text: string) => new TextEncoder().encode(text).length;

/** The JSON of data, its lists with half their entries until it fits; "" where that is not enough. */
function fitting(data: unknown, limit: number): string {
  const text = data === undefined || data === null ? "" : JSON.stringify(data);
  if (bytes(text) <= limit) return text;
  const members = Object.entries(data as object);
  if (!members.some(([, value]) => Array.isArray(value) && value.length > 1)) return "";
  const fewer = ([name, value]: [string, unknown]) =>
    [name, Array.isArray(value) ? value.slice(0, Math.max(1, value.length >> 1)) : value] as const;
  return fitting(Object.fromEntries(members.map(fewer)), limit);
}

/** The address of a document that shows what is not saved. Of lists that are too long it shows the first entries, of other data the layout's sample. */
export function layoutPreviewURL(
  layout: string,
  { theme, data }: { theme?: SentTheme | undefined; data?: unknown } = {},
): string {
  const query = new URLSearchParams();
  for (const [name, text] of [
    ["themeVariables", fitting(theme, most.theme)],
    ["mockData", fitting(data, most.data)],
  ] as const)
    if (text) query.set(name, text);
  return `/api/v1/layouts/${encodeURIComponent(layout)}/preview?${query}`;
}
