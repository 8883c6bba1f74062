import type { Schemas } from "~/api/client";
import type { Layout } from "~/api/layouts";
import type { Column, ColumnType } from "~/api/tables";
import type { ToolDraft } from "~/api/tools";
import type { NewApp } from "./draft";

interface Field {
  name: string;
  label?: string;
  type?: string;
  required?: boolean;
  integer?: boolean;
  options?: string[];
}

const types: Readonly<Record<string, ColumnType>> = {
  select: "enum",
  checkbox: "boolean",
  number: "number",
  date: "date",
  time: "time",
  datetime: "datetime",
  tags: "tags",
  email: "email",
  phone: "phone",
  url: "url",
};

/** A new app that shows the sample of a layout, and where that is a form keeps what is sent. */
export function fromSample(name: string, { name: layout, sample }: Layout): NewApp {
  const kept = keeping(sample);
  if (!kept) return { name, layoutTemplate: layout };
  const { data, table, tool } = kept;
  return {
    name,
    exampleData: true,
    tables: [table],
    tools: [{ name: "", description: "", layoutTemplate: layout, mockData: data }, tool],
  } as NewApp;
}

/**
 * What an app needs besides a form so that what is sent is kept: the tool that the form calls, and a table for it, with a status that
 * nobody sends; and the form without what it sends along unseen, which only a tool of another kind would take. taken: tables that are
 * there. null: the data are no form.
 */
export function keeping(
  form: unknown,
  taken: readonly string[] = [],
): { data: Record<string, unknown>; table: Schemas["NewTable"]; tool: ToolDraft } | null {
  const { arguments: _, ...data } = (form ?? {}) as { tool?: string; fields?: Field[]; arguments?: unknown };
  const { tool, fields } = data;
  if (!tool || !fields?.length) return null;
  let table = "answers";
  for (let n = 2; taken.includes(table); n++) table = `answers_${n}`;
  const needed = fields.filter(({ required }) => required).map((field) => titleOf(field).toLowerCase());
  const needs = needed.length ? `Requires ${needed.join(", ")}.` : "Needs no further information.";
  return {
    data,
    table: {
      name: table,
      title: "Answers",
      columns: [
        ...fields.map(columnOf),
        { name: "status", title: "Status", type: "enum", values: ["new", "seen", "done"] },
      ],
    },
    tool: {
      name: tool,
      description: `Keeps what was filled in. Use when somebody has said what the form asks for. ${needs}`,
      layoutTemplate: null,
      handler: {
        kind: "insert",
        table,
        values: { ...Object.fromEntries(fields.map((f) => [f.name, `{{args.${f.name}}}`])), status: "new" },
      },
    },
  };
}

const titleOf = ({ label, name }: Field) => label ?? name;

const columnOf = (field: Field): Column => ({
  name: field.name,
  title: titleOf(field),
  type: field.integer ? "integer" : (types[field.type ?? ""] ?? "text"),
  required: field.required ?? false,
  ...(field.type === "select" && { values: field.options ?? [] }),
});
