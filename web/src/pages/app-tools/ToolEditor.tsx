import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { App } from "~/api/apps";
import type { Layout } from "~/api/layouts";
import { titleOf, type Table } from "~/api/tables";
import type { Handler, ToolDraft } from "~/api/tools";
import { Card, Notice, Select, TextArea, TextField } from "~/ui";
import { Inputs } from "./Inputs";
import { handlerOf, isKind, kindOf, kinds, type Kind } from "./kinds";
import { QueryChoices } from "./QueryChoices";
import { Shown } from "./Shown";
import { WriteChoices } from "./WriteChoices";

interface Props {
  tool: ToolDraft;
  /** What is refused about a field of the tool. */
  fault(field: string): string;
  tables: readonly Table[];
  layouts: readonly Layout[];
  app: App;
  readOnly: boolean;
  onChange(tool: ToolDraft): void;
  actions: ReactNode;
}

/** One tool, set up by choices. */
export function ToolEditor({ tool, fault, tables, layouts, app, readOnly, onChange, actions }: Props) {
  const kind = kindOf(tool);
  const table = tables.find(({ name }) => name === tool.handler?.table);
  const set = (changes: Partial<ToolDraft>) => onChange({ ...tool, ...changes });
  const handle = (handler: Handler) => set({ handler });
  const reads = kind === "query" || kind === "mock";
  return (
    <fieldset disabled={readOnly} className="grid grid-cols-1 gap-5 min-w-0">
      <legend className="sr-only">{tool.name}</legend>
      <Card className="grid grid-cols-1 gap-4">
        <div className="flex items-start gap-2">
          <TextField
            className="flex-1"
            label="Name"
            aside={`${tool.name.length}/64`}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="none"
            value={tool.name}
            error={fault("name")}
            onChange={(e) => set({ name: e.target.value })}
          />
          {actions && <div className="flex pt-6.5">{actions}</div>}
        </div>
        <TextArea
          label="What it does, and when to use it"
          rows={3}
          value={tool.description}
          error={fault("description")}
          onChange={(e) => set({ description: e.target.value })}
        />
      </Card>
      <Card className="grid grid-cols-1 gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label="It will"
            value={kind}
            hint={isKind(kind) ? kinds[kind].says : undefined}
            error={fault("handler.kind")}
            options={[
              ...Object.entries(kinds).map(([value, { label }]) => ({
                value,
                label,
                disabled: value !== "mock" && !tables.length,
              })),
              ...(isKind(kind) ? [] : [{ value: kind, label: kind }]),
            ]}
            onChange={(e) => {
              const next = e.target.value as Kind;
              const of = table ?? tables[0];
              if (of)
                set({
                  handler: handlerOf(next, of),
                  input: null,
                  layoutTemplate: next === "query" ? "list" : next === "mock" ? "cards" : null,
                });
            }}
          />
          {kind !== "mock" && isKind(kind) && (
            <Select
              label={kind === "query" ? "Show rows of" : "Rows of"}
              value={tool.handler?.table ?? ""}
              error={fault("handler.table")}
              options={tables.map((t) => ({ value: t.name, label: titleOf(t) }))}
              onChange={(e) => {
                const of = tables.find(({ name }) => name === e.target.value);
                if (of) handle(handlerOf(kind, of));
              }}
            />
          )}
        </div>
        {kind === "mock" && (
          <p className="text-sm text-muted">
            What it shows stands under{" "}
            <Link to="/apps/$id" params={{ id: app.id }} search={{ part: "data" } as never} className="link">
              Edit, Data
            </Link>
            .
          </p>
        )}
        {!isKind(kind) && <Notice>This kind is set up over the API.</Notice>}
        {kind === "query" && table && tool.handler && (
          <QueryChoices handler={tool.handler} table={table} onChange={handle} />
        )}
        {(kind === "insert" || kind === "update") && table && tool.handler && (
          <WriteChoices handler={tool.handler} table={table} onChange={handle} />
        )}
        {kind === "delete" && (
          <p className="text-sm text-muted">It asks for the row’s id, which a tool that shows rows gives.</p>
        )}
      </Card>
      {reads && <Shown tool={tool} table={table} layouts={layouts} onChange={onChange} />}
      <Inputs app={app} tool={tool} fault={fault("input")} readOnly={readOnly} onChange={(input) => set({ input })} />
    </fieldset>
  );
}
