import { titleOf, type Table } from "~/api/tables";
import type { Kind, ToolDraft } from "~/api/tools";
import { remove } from "./delete";
import { http } from "./http";
import { insert } from "./insert";
import { llm } from "./llm";
import { singular, type ToolKind } from "./kind";
import { mock } from "./mock";
import { query } from "./query";
import { update } from "./update";

/** The kinds of tools that can be set up here, in the order in which they are offered. Others stay as they are. */
export const kinds: Readonly<Record<string, ToolKind>> = { query, insert, update, delete: remove, http, llm, mock };

export const kindOf = (tool: ToolDraft): Kind => tool.handler?.kind ?? "mock";

/** A tool of a kind, with a name that is not taken and a description to begin with. */
export function newTool(kind: string, table: Table | undefined, taken: readonly string[]): ToolDraft {
  const of = kinds[kind] ?? mock;
  const { name: base, description } = of.begin(table, singular(table ? titleOf(table).toLowerCase() : ""));
  let name = base;
  for (let n = 2; taken.includes(name); n++) name = `${base}_${n}`;
  return { name, description, handler: of.handler(table), layoutTemplate: of.layout?.(table) ?? null };
}
