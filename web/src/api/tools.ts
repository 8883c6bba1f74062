import type { App } from "./apps";
import type { Schemas } from "./client";

/** One filter of a query: an argument of the tool, compared with a column. */
export type QueryFilter = NonNullable<Schemas["QueryHandler"]["filters"]>[number];

/** Where a value of the layout comes from. */
export interface Source {
  from?: string;
  as?: string;
  currency?: string;
  lines?: { label: string; from: string; as?: string; currency?: string }[];
}

/** A field map, as far as these pages write it. */
export interface FieldMap {
  item?: Record<string, Source>;
  [other: string]: unknown;
}

/** What runs when a tool is called. Kinds that these pages do not know stay as they are. */
export interface Handler {
  kind: string;
  table?: string;
  search?: string[];
  filters?: QueryFilter[];
  sort?: string[];
  limit?: number;
  result?: FieldMap | null;
  values?: Record<string, unknown>;
  [other: string]: unknown;
}

/** One tool of a draft. */
export interface ToolDraft {
  name: string;
  description: string;
  input?: Record<string, unknown> | null;
  handler?: Handler | null;
  layoutTemplate?: string | null;
  [other: string]: unknown;
}

/** The tools of an app's draft. */
export const toolsOf = (app: App): readonly ToolDraft[] => app.tools as readonly ToolDraft[];
