import type { Layout } from "~/api/layouts";
import type { Column, ColumnType } from "~/api/tables";
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

/**
 * A new app that shows the sample of a layout. A form calls a tool of its app, so the app has that too: it keeps what is
 * sent in a table, with a status that nobody sends.
 */
export function fromSample(name: string, { name: layout, sample }: Layout): NewApp {
  const { tool, fields, arguments: _, ...rest } = sample as { tool?: string; fields?: Field[]; arguments?: unknown };
  if (!tool || !fields) return { name, layoutTemplate: layout };
  const needed = fields.filter(({ required }) => required).map((field) => titleOf(field).toLowerCase());
  return {
    name,
    exampleData: true,
    tables: [
      {
        name: "answers",
        title: "Answers",
        columns: [
          ...fields.map(columnOf),
          { name: "status", title: "Status", type: "enum", values: ["new", "seen", "done"] },
        ],
      },
    ],
    tools: [
      { name: "", description: "", layoutTemplate: layout, mockData: { ...rest, tool, fields } },
      {
        name: tool,
        description: `Keeps what was filled in. Use when somebody has said what the form asks for. Requires ${needed.join(", ")}.`,
        layoutTemplate: null,
        handler: {
          kind: "insert",
          table: "answers",
          values: { ...Object.fromEntries(fields.map((f) => [f.name, `{{args.${f.name}}}`])), status: "new" },
        },
      },
    ],
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
