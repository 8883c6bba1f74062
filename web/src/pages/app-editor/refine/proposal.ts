import type { App } from "~/api/apps";
import type { Column, RowValues, Table } from "~/api/tables";
import { toolsOf, type ToolDraft } from "~/api/tools";
import type { NewApp } from "~/create/draft";
import { equal } from "../draft/equal";
import { differences } from "../draft/merge";

/** A table as it was shown to who changes the draft: with its first rows, and how many there are. */
export interface Seen {
  table: Table;
  rows: readonly RowValues[];
}

/** What would change, in words; name apart, since nobody's app is renamed unasked. */
export interface Step {
  field: "name" | "description" | "themeVariables" | "instructions" | "systemPrompt" | "tools" | "access";
  label: string;
  lines: readonly string[];
}

/** The columns and rows that tables would get. */
export interface TableStep {
  name: string;
  title: string;
  /** Not there yet. */
  made: boolean;
  columns: Column[];
  added: string[];
  removed: string[];
  rows: RowValues[];
}

const shortly = (value: unknown): string => {
  if (value === undefined || value === null || value === "") return "nothing";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 90 ? `${text.slice(0, 90)}…` : text;
};

const fields = { description: "Description", instructions: "Instructions", systemPrompt: "Instructions for the model" };

/** The tools that a draft proposes for an app. */
export function toolsProposed(app: App, made: NewApp): readonly ToolDraft[] {
  if (made.tools) return made.tools as readonly ToolDraft[];
  const [first] = toolsOf(app);
  const { toolName, toolDescription, layoutTemplate, mockData, responseText } = made;
  return [
    {
      ...first,
      name: toolName ?? "",
      description: toolDescription ?? "",
      layoutTemplate: layoutTemplate ?? null,
      mockData: mockData ?? null,
      responseText: responseText ?? "",
    },
  ];
}

/** What a proposed draft changes of an app. */
export function stepsOf(app: App, made: NewApp): Step[] {
  const steps: Step[] = [];
  if (made.name && made.name !== app.name)
    steps.push({ field: "name", label: "Name", lines: [`${app.name} → ${made.name}`] });
  for (const [field, label] of Object.entries(fields) as [keyof typeof fields, string][]) {
    const now = made[field] ?? "";
    if (now !== app[field]) steps.push({ field, label, lines: [`${shortly(app[field])} → ${shortly(now)}`] });
  }
  const whole = (theme: object | null | undefined) => ({ light: {}, dark: {}, ...theme });
  const theme = differences(whole(app.themeVariables), whole(made.themeVariables), 6);
  if (theme.length)
    steps.push({
      field: "themeVariables",
      label: "Look",
      lines: theme.map(({ path, mine, theirs }) => `${path.replace(".", ", ")}: ${shortly(mine)} → ${shortly(theirs)}`),
    });
  const lines = toolLines(toolsOf(app), toolsProposed(app, made));
  if (lines.length) steps.push({ field: "tools", label: "Tools", lines });
  if (made.access && made.access !== app.access)
    steps.push({ field: "access", label: "Access", lines: [`${may[app.access]} → ${may[made.access]}`] });
  return steps;
}

const may = { public: "anybody", mixed: "anybody, and more for people who sign in", person: "only people who sign in" };

const parts = {
  name: "name",
  description: "description",
  layoutTemplate: "layout",
  responseText: "response text",
} as const;

function toolLines(before: readonly ToolDraft[], after: readonly ToolDraft[]): string[] {
  const lines: string[] = [];
  for (let i = 0; i < Math.max(before.length, after.length); i++) {
    const [was, is] = [before[i], after[i]];
    if (!was || !is) {
      lines.push(is ? `${is.name}: new` : `${was?.name}: gone`);
      continue;
    }
    for (const [key, label] of Object.entries(parts) as [keyof typeof parts, string][])
      if ((was[key] || "") !== (is[key] || ""))
        lines.push(`${was.name}: ${label}, ${shortly(was[key])} → ${shortly(is[key])}`);
    if (!equal(was.handler ?? null, is.handler ?? null)) lines.push(`${was.name}: what it asks for and does`);
    if (!equal(was.mockData ?? null, is.mockData ?? null)) lines.push(`${was.name}: what it shows here`);
  }
  return lines;
}

/** What it changes of tables: columns, and rows after those that there are. Other rows stay: they are changed under Data. */
export function tableSteps(seen: readonly Seen[], made: NewApp): TableStep[] {
  return ((made.tables ?? []) as { name: string; title?: string; columns: Column[]; rows?: RowValues[] }[]).flatMap(
    ({ name, title = "", columns, rows = [] }) => {
      const old = seen.find(({ table }) => table.name === name);
      const before = old?.table.columns ?? [];
      const step = {
        name,
        title: old?.table.title || title || name,
        made: !old,
        columns,
        added: columns.filter((c) => !before.some((b) => b.name === c.name)).map((c) => c.title || c.name),
        removed: before.filter((b) => !columns.some((c) => c.name === b.name)).map((b) => b.title || b.name),
        rows: old ? rowsAfter(old, rows) : rows,
      };
      const same = old && equal(before.map(plain), columns.map(plain)) && !step.rows.length;
      return same ? [] : [step];
    },
  );
}

const plain = ({ name, title = "", type, required = false, currency = "" }: Column) => [
  name,
  title,
  type,
  required,
  currency,
];

/** The rows behind those that were shown, where all were shown and all are still there. */
function rowsAfter({ table, rows }: Seen, now: readonly RowValues[]): RowValues[] {
  const all =
    rows.length === table.rows && rows.every((row, i) => Object.keys(row).every((key) => !now[i] || key in now[i]));
  return all && now.length > rows.length ? now.slice(rows.length) : [];
}
