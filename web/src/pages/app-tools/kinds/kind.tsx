import type { ComponentType } from "react";
import type { App } from "~/api/apps";
import type { Table } from "~/api/tables";
import type { Layout } from "~/api/layouts";
import { isKind, type Handler, type HandlerOf, type Kind, type ToolDraft } from "~/api/tools";

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
  /** Stands in the place of the usual call of a tool. */
  Try?: ComponentType<TryProps>;
  /** Its answers may come from elsewhere, or be made up instead: live, mock, or made up where there is none. */
  live?: boolean;
}

export interface SetupProps<K extends Kind = Kind> {
  app: App;
  tool: ToolDraft;
  handler: HandlerOf<K>;
  table: Table | undefined;
  tables: readonly Table[];
  /** What is refused about a field of the tool: "handler.request.url". */
  fault(field: string): string;
  readOnly: boolean;
  onChange(handler: Handler): void;
  /** Changes more than the handler. */
  onTool(tool: ToolDraft): void;
}

export interface TryProps {
  app: App;
  /** Which of its tools. */
  at: number;
  tool: ToolDraft;
  layouts: readonly Layout[];
  /** The server has the tool as it stands. */
  saved: boolean;
  build: boolean;
  /** Changes the tool as it is by then. */
  onTool(change: (now: ToolDraft) => ToolDraft): void;
}

/** The choices of a kind, for handlers of that kind alone. */
export const setupOf = <K extends Kind>(kind: K, Setup: ComponentType<SetupProps<K>>): ComponentType<SetupProps> =>
  function SetupOf({ handler, ...rest }) {
    return isKind(handler, kind) ? <Setup handler={handler} {...rest} /> : null;
  };

/** "bakeries" → "bakery". */
export const singular = (name: string) => name.replace(/ies$/, "y").replace(/s$/, "");
