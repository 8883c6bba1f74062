import type { Schemas } from "~/api/client";
import type { Layout } from "~/api/layouts";
import { nameFor, type Column, type ColumnType } from "~/api/tables";
import type { ToolDraft } from "~/api/tools";
import { isObject } from "~/pages/app-editor/data/schema";
import type { NewApp } from "./draft";

interface Field {
  name: string;
  label?: unknown;
  type?: string;
  required?: unknown;
  integer?: unknown;
  options?: unknown;
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
  const { arguments: _, ...data } = (form ?? {}) as { tool?: unknown; fields?: unknown; arguments?: unknown };
  const { tool } = data;
  const fields = fieldsOf(data.fields);
  if (typeof tool !== "string" || !tool || !fields.length) return null;
  const table = nameFor("answers", taken, "answers");
  const names: string[] = [];
  const sent: string[] = [];
  for (const { name } of fields) {
    names.push(nameFor(name.replace(/([a-z0-9])([A-Z])/g, "$1_$2"), names, "answer"));
    // A placeholder reads a dot as a step into an object: what the form sends under such a name gets one without.
    const fits = /^[\w-]+$/.test(name);
    sent.push(fits ? name : nameFor(name, [...fields.map((field) => field.name), ...sent], "answer"));
  }
  const status = nameFor("status", names, "status");
  const needed = fields.filter(({ required }) => required === true).map((field) => titleOf(field).toLowerCase());
  const needs = needed.length ? `Requires ${needed.join(", ")}.` : "Needs no further information.";
  return {
    data: { ...data, fields: fields.map((field, at) => ({ ...asText(field), name: sent[at] })) },
    table: {
      name: table,
      title: "Answers",
      columns: [
        ...fields.map((field, at) => columnOf(field, names[at]!)),
        { name: status, title: "Status", type: "enum", values: ["new", "seen", "done"] },
      ],
    },
    tool: {
      name: tool,
      description: `Keeps what was filled in. Use when somebody has said what the form asks for. ${needs}`,
      layoutTemplate: null,
      handler: {
        kind: "insert",
        table,
        values: { ...Object.fromEntries(names.map((name, at) => [name, `{{args.${sent[at]}}}`])), [status]: "new" },
      },
    },
  };
}

/** The fields that a form shows: those with a name, each once. */
const fieldsOf = (value: unknown): Field[] =>
  (Array.isArray(value) ? value : [])
    .filter((one): one is Field => isObject(one) && typeof one["name"] === "string" && one["name"] !== "")
    .filter(({ name }, at, all) => all.findIndex((one) => one.name === name) === at);

/** What stands above a column: one line of at most 100 characters. */
const titleOf = ({ label, name }: Field) =>
  ((typeof label === "string" && label.replace(/\s+/g, " ").trim()) || name).slice(0, 100).trim();

/** A field whose choices are sent as text, which is what a column of choices takes. */
const asText = (field: Field): Field =>
  field.type === "select" && Array.isArray(field.options)
    ? { ...field, options: field.options.map((one) => (isObject(one) ? { ...one, value: choice(one) } : choice(one))) }
    : field;

/** What choosing an option sends, which may be {value, label}; "" where that is nothing. */
function choice(option: unknown): string {
  const value = isObject(option) ? option["value"] : option;
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}

function columnOf(field: Field, name: string): Column {
  const options = field.type === "select" && Array.isArray(field.options) ? field.options : [];
  const values = [...new Set(options.map(choice))].filter(Boolean);
  const type = field.type === "select" && !values.length ? undefined : types[field.type ?? ""];
  return {
    name,
    title: titleOf(field),
    type: type === "number" && field.integer === true ? "integer" : (type ?? "text"),
    required: field.required === true,
    ...(values.length > 0 && { values }),
  };
}
