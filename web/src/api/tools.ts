import type { App } from "./apps";
import type { Schemas } from "./client";

/** What runs when a tool is called; its kind says which. */
export type Handler = Schemas["Handler"];
export type Kind = Handler["kind"];
/** The handler of one kind, or of some. */
export type HandlerOf<K extends Kind> = Extract<Handler, { kind: K }>;

/** One filter of a query: an argument of the tool, compared with a column. */
export type QueryFilter = NonNullable<HandlerOf<"query">["filters"]>[number];

/** One tool of a draft. What is absent has its default. */
export type ToolDraft = Pick<Schemas["DraftTool"], "name" | "description"> & Partial<Schemas["DraftTool"]>;

/** How a value is written. */
export type As = "text" | "number" | "money" | "date" | "datetime" | "url" | "boolean";

/** How a value of an entry is compared, for an entry to be shown. */
export interface Where {
  from: string;
  op: QueryFilter["op"];
  value: unknown;
}

/** Where a value of the layout comes from. */
export interface Source {
  from?: string;
  as?: As;
  currency?: string;
  fallback?: unknown;
  lines?: { label: string; from: string; as?: As; currency?: string }[];
}

/** A field map, as far as these pages write it. */
export interface FieldMap {
  each?: string;
  where?: readonly Where[];
  take?: number;
  item?: Record<string, Source>;
  [other: string]: unknown;
}

export const isKind = <K extends Kind>(handler: Handler | undefined, ...kinds: K[]): handler is HandlerOf<K> =>
  kinds.some((kind) => kind === handler?.kind);

/** The table whose rows a handler works on, "" for none. */
export const tableOf = (handler: Handler | undefined): string => (handler && "table" in handler ? handler.table : "");

/** The table whose rows a tool shows, "" where it shows what stands in the draft. */
export const rowsOf = (tool: ToolDraft | undefined): string =>
  tool && tool.mode !== "mock" && isKind(tool.handler, "query") ? tool.handler.table : "";

/** What a tool says of how its answer is shown. The server has checked it; its form is not in the types. */
export const mapOf = (handler: Handler | undefined): FieldMap | null =>
  isKind(handler, "http", "query") ? (handler.result ?? null) : null;

/** The tool with another map, or without one. */
export function withMap(tool: ToolDraft, result: FieldMap | null): ToolDraft {
  if (!isKind(tool.handler, "http", "query")) return tool;
  const { result: _, ...handler } = tool.handler;
  return { ...tool, handler: result ? { ...handler, result } : handler };
}

/** The tools of an app's draft. */
export const toolsOf = (app: App): readonly ToolDraft[] => app.tools;

/** Whether whoever calls a tool has to sign in. */
export const needsSignIn = (access: App["access"], { scopes }: Pick<ToolDraft, "scopes">): boolean =>
  access === "person" || (access === "mixed" && Boolean(scopes?.length));

const modeOf = (tool: ToolDraft | undefined) => tool?.mode ?? "live";

/** A list made from another, with the modes that tools have been given meanwhile: these are set by themselves. */
export const withModes = (
  list: readonly ToolDraft[],
  from: readonly ToolDraft[],
  now: readonly ToolDraft[],
): readonly ToolDraft[] =>
  list.map((tool) => {
    const [was, is] = [from, now].map((tools) => tools.find(({ name }) => name === tool.name));
    return was && is && modeOf(tool) === modeOf(was) && modeOf(is) !== modeOf(was)
      ? { ...tool, mode: modeOf(is) }
      : tool;
  });
