import { useMutation } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useMemo, useState } from "react";
import type { App } from "~/api/apps";
import { api, take } from "~/api/client";
import type { Layout } from "~/api/layouts";
import { ApiProblem, asSentence, sentence } from "~/api/problem";
import { titleOf, type Table } from "~/api/tables";
import type { ToolDraft } from "~/api/tools";
import { put } from "~/pages/app-editor/data/path";
import type { Schema } from "~/pages/app-editor/data/schema";
import { SchemaForm } from "~/pages/app-editor/data/SchemaForm";
import { problemsOf } from "~/pages/app-editor/data/validate";
import { first } from "~/pages/app-try/arguments";
import { outcomeOf, textOf } from "~/pages/app-try/call";
import { Widget } from "~/pages/app-try/Widget";
import { Button, Card, Notice } from "~/ui";
import { hidden } from "./fieldMap";
import { useDraftTools } from "./Inputs";
import { RowsUnder } from "./RowsUnder";

interface Props {
  app: App;
  tool: ToolDraft;
  table: Table | undefined;
  layouts: readonly Layout[];
  saved: boolean;
  build: boolean;
}

const nothing: Schema = { type: "object" };

/** A call of the tool as it stands: its arguments, what comes of them, and the rows below. */
export function CallPanel({ app, tool, table, layouts, saved, build }: Props) {
  const tools = useDraftTools(app);
  const made = tools.data?.find(({ name }) => name === tool.name);
  const schema = (made?.inputSchema ?? nothing) as Schema;
  const [changed, setChanged] = useState<Record<string, unknown> | null>(null);
  const args = useMemo(
    () => changed ?? first(schema, { message: `Show me ${app.name}` }, made?.example),
    [changed, schema, made, app.name],
  );
  const [tried, setTried] = useState(false);
  const problems = useMemo(() => problemsOf(schema, args), [schema, args]);
  const layout = layouts.find(({ name }) => name === tool.layoutTemplate);
  const nowhere = tool.handler?.kind === "query" && table ? hidden(layout, table.columns, tool.handler.result) : [];
  const call = useMutation({
    mutationFn: (given: Record<string, unknown>) =>
      take(
        api.POST("/apps/{id}/test", {
          params: { path: { id: app.id } },
          body: { tool: tool.name, arguments: given, release: "draft", protocolVersion: "2026-07-28" },
        }),
      ),
  });
  const { result, error } = call.data ? outcomeOf(call.data.response) : {};
  const refused = call.error instanceof ApiProblem ? call.error.fields : [];
  return (
    <section aria-label="Try the tool" className="grid grid-cols-1 gap-4">
      <Card className="grid grid-cols-1 gap-4">
        <form
          className="grid grid-cols-1 gap-4"
          noValidate
          onSubmit={(e) => {
            e.preventDefault();
            setTried(true);
            if (made && saved && !call.isPending) call.mutate(args);
          }}
        >
          <h2 className="font-semibold">Call it</h2>
          {Object.keys(schema.properties ?? {}).length > 0 ? (
            <SchemaForm
              all
              schema={schema}
              value={args}
              problems={tried ? problems : []}
              onChange={(path, value) =>
                setChanged(
                  put(
                    args,
                    path,
                    value === "" && path.length === 1 && !schema.required?.includes(String(path[0]))
                      ? undefined
                      : value,
                  ) as Record<string, unknown>,
                )
              }
            />
          ) : (
            <p className="text-sm text-muted">It is given nothing.</p>
          )}
          {build && (
            <div className="flex flex-wrap items-center gap-3">
              <Button
                type="submit"
                look="primary"
                busy={call.isPending}
                aria-disabled={!made || !saved}
                icon={<Play size={16} aria-hidden="true" />}
              >
                Call
              </Button>
              {tools.isError && <span className="text-sm text-muted">Name and describe the tool first.</span>}
            </div>
          )}
        </form>
      </Card>
      {call.error && (
        <Notice tone="bad">
          {sentence(call.error)}
          {refused.map(({ location, message }) => (
            <span key={location + message} className="block">
              {location.replace(/^body\./, "")}: {asSentence(message)}
            </span>
          ))}
        </Notice>
      )}
      {(error || result?.isError) && (
        <Notice tone="bad">
          <span className="whitespace-pre-line wrap-anywhere">{error ?? (result && textOf(result))}</span>
        </Notice>
      )}
      {result && !result.isError && (
        <>
          {made?.layout && (
            <Widget app={app} tool={made} release="draft" args={call.variables ?? args} result={result} />
          )}
          <p className="text-sm text-muted wrap-anywhere line-clamp-4" role="status">
            {textOf(result)}
          </p>
        </>
      )}
      {nowhere.length > 0 && (
        <Notice tone="warn">
          Shown nowhere in {layout?.title}: {nowhere.map(titleOf).join(", ")}.
        </Notice>
      )}
      {table && <RowsUnder appId={app.id} table={table} again={call.submittedAt + (call.isSuccess ? 1 : 0)} />}
    </section>
  );
}
