import { Suspense, type ReactNode } from "react";
import type { App } from "~/api/apps";
import type { Layout } from "~/api/layouts";
import { titleOf, type Table } from "~/api/tables";
import { tableOf, type Handler, type ToolDraft } from "~/api/tools";
import { ToolTexts } from "~/tool/ToolTexts";
import { Card, Notice, Select, Skeleton } from "~/ui";
import { Inputs } from "./Inputs";
import { kindOf, kinds } from "./kinds";
import { LiveMode } from "./LiveMode";
import { Shown } from "./Shown";

interface Props {
  tool: ToolDraft;
  /** What is refused about a field of the tool. */
  fault(field: string): string;
  tables: readonly Table[];
  layouts: readonly Layout[];
  app: App;
  readOnly: boolean;
  /** The server has the tool as it stands. */
  saved: boolean;
  onChange(tool: ToolDraft): void;
  actions: ReactNode;
}

/** One tool, set up by choices. */
export function ToolEditor({ tool, fault, tables, layouts, app, readOnly, saved, onChange, actions }: Props) {
  const name = kindOf(tool);
  const kind = kinds[name];
  const table = tables.find((t) => t.name === tableOf(tool.handler));
  const set = (changes: Partial<ToolDraft>) => onChange({ ...tool, ...changes });
  const handle = (handler: Handler) => set({ handler });
  return (
    <fieldset disabled={readOnly} className="grid grid-cols-1 gap-5 min-w-0">
      <legend className="sr-only">{tool.name}</legend>
      <Card className="grid grid-cols-1 gap-4">
        {actions && <div className="flex justify-end -mb-4">{actions}</div>}
        <ToolTexts
          name={tool.name}
          description={tool.description}
          said={{ name: fault("name"), description: fault("description") }}
          readOnly={readOnly}
          onChange={(changes) =>
            set("toolName" in changes ? { name: changes.toolName } : { description: changes.toolDescription })
          }
        />
      </Card>
      {app.origin === "seeded" ? (
        <Notice>Its code ships with Berth and works out what each call shows.</Notice>
      ) : (
        <Card className="grid grid-cols-1 gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <Select
              label="It will"
              value={name}
              hint={kind?.says}
              error={fault("handler.kind")}
              options={[
                ...Object.entries(kinds).map(([value, of]) => ({
                  value,
                  label: of.label,
                  disabled: of.table && !tables.length,
                })),
                ...(kind ? [] : [{ value: name, label: name }]),
              ]}
              onChange={(e) => {
                const next = kinds[e.target.value];
                const of = next?.table ? (table ?? tables[0]) : undefined;
                if (next) set({ handler: next.handler(of), input: null, layoutTemplate: next.layout?.(of) ?? null });
              }}
            />
            {kind?.table && (
              <Select
                label={name === "query" ? "Show rows of" : "Rows of"}
                value={tableOf(tool.handler)}
                error={fault("handler.table")}
                options={tables.map((t) => ({ value: t.name, label: titleOf(t) }))}
                onChange={(e) => {
                  const of = tables.find((t) => t.name === e.target.value);
                  if (of) handle(kind.handler(of));
                }}
              />
            )}
          </div>
          {!kind && <Notice>This kind is set up over the API.</Notice>}
          {kind?.Setup && (
            <Suspense fallback={<Skeleton className="h-40" />}>
              <kind.Setup
                app={app}
                tool={tool}
                handler={tool.handler ?? { kind: "mock" }}
                table={table}
                tables={tables}
                fault={fault}
                readOnly={readOnly}
                onChange={handle}
                onTool={onChange}
              />
            </Suspense>
          )}
          {kind?.live && <LiveMode app={app} tool={tool} readOnly={readOnly} onTool={onChange} />}
        </Card>
      )}
      {(!kind || kind.layout) && (
        <Shown app={app} tool={tool} tables={tables} layouts={layouts} saved={saved} onChange={onChange} />
      )}
      <Inputs app={app} tool={tool} fault={fault("input")} readOnly={readOnly} onChange={(input) => set({ input })} />
    </fieldset>
  );
}
