import type { ComponentType } from "react";
import type { App } from "~/api/apps";
import type { Table } from "~/api/tables";
import type { Handler } from "~/api/tools";

/** One kind of tools: what it is called, how a tool of it begins, and how it is set up. One file each, listed in index.ts. */
export interface ToolKind {
  /** What it does, as the choice "It will …" says it. */
  label: string;
  /** In a sentence. */
  says: string;
  /** A tool of it works with a table. */
  table: boolean;
  /** The layout with which it begins, null for none; absent: its answers are shown in no widget. */
  layout?: (table: Table | undefined) => string | null;
  /** Its name and description to begin with; one is a row of the table in the singular, as people call it. */
  begin(table: Table | undefined, one: string): { name: string; description: string };
  /** What it does before anything is chosen. */
  handler(table: Table | undefined): Handler;
  /** The choices that it offers. */
  Setup?: ComponentType<SetupProps>;
}

export interface SetupProps {
  app: App;
  handler: Handler;
  table: Table | undefined;
  onChange(handler: Handler): void;
}

/** "bakeries" → "bakery". */
export const singular = (name: string) => name.replace(/ies$/, "y").replace(/s$/, "");
