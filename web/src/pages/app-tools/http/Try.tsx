import { Pin, Send } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Schemas } from "~/api/client";
import { isKind, mapOf, withMap, type FieldMap } from "~/api/tools";
import { first } from "~/call/arguments";
import { CallForm } from "~/call/CallForm";
import { Panes } from "~/call/upstream/Panes";
import { stopOf, stopOfFailure, useProbe } from "~/call/upstream/probe";
import { Steps } from "~/call/upstream/Steps";
import { Widget } from "~/call/Widget";
import { put } from "~/pages/app-editor/data/path";
import { isObject, type Schema } from "~/pages/app-editor/data/schema";
import { SchemaForm } from "~/pages/app-editor/data/SchemaForm";
import { useCommands } from "~/shell/palette/commands";
import { Button, Card, Kbd, Loading, Skeleton, toast } from "~/ui";
import { useDraftTools } from "../Inputs";
import type { TryProps } from "../kinds/kind";
import { namesIn } from "./curl";
import { Places } from "./Places";

/** What a tool asks is sent, and its answer is clicked into the places of the widget, which shows it. */
export default function Try({ app, tool, layouts, saved, build, onTool }: TryProps) {
  const request = isKind(tool.handler, "http") ? tool.handler.request : undefined;
  const tools = useDraftTools(app);
  const made = tools.data?.find(({ name }) => name === tool.name);
  const named = namesIn(request, "args");
  const schema = useMemo<Schema>(
    () =>
      (tool.input ??
        made?.inputSchema ?? {
          type: "object",
          properties: Object.fromEntries(named.map((name) => [name, { type: "string" }])),
          required: named,
        }) as Schema,
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the names are those of the request
    [tool.input, made, named.join()],
  );
  const [changed, setArgs] = useState<Record<string, unknown> | null>(null);
  const all = changed ?? first(schema, {}, tool.example);
  const args = Object.fromEntries(
    Object.entries(all).filter(([name]) => !schema.properties || name in schema.properties),
  );
  const probe = useProbe(app.id);
  const [wanted, setWanted] = useState(false); // until the tool is saved, and what it takes is known
  const ready = saved && (Boolean(tool.input) || !(tools.isPending || tools.isPlaceholderData));
  const latest = useRef({ tool: tool.name, args });
  latest.current = { tool: tool.name, args };
  const { mutate } = probe;
  useEffect(() => {
    if (!wanted || !ready) return;
    setWanted(false);
    mutate(latest.current);
  }, [wanted, ready, mutate]);
  const send = () => build && setWanted(true);
  useCommands(
    build
      ? [{ id: "send", title: `Send ${tool.name}`, section: "This page", keywords: "probe call api", run: send }]
      : [],
  );
  const layout = layouts.find(({ name }) => name === tool.layoutTemplate);
  const map = mapOf(tool.handler);
  const change = (result: FieldMap | null) => {
    onTool((now) => withMap(now, result));
    if ((request?.method ?? "GET") === "GET") setWanted(true); // others may change something at the API
  };
  // While it is asked again, the last answer stays: who is setting up where values go keeps the place and the focus.
  const last = useRef(probe.data);
  if (!probe.isPending) last.current = probe.data;
  const data = last.current;
  const stop = probe.error ? stopOfFailure(probe.error) : data ? stopOf(data) : null;
  const pending = probe.isPending || wanted;
  const answered = data && data.response.status < 400 && data.response.body !== null;
  const shown = isObject(data?.data) ? data.data : null;
  return (
    <>
      <Card>
        <CallForm send={send}>
          <h2 className="font-semibold">Ask it</h2>
          {Object.keys(schema.properties ?? {}).length > 0 && (
            <SchemaForm
              all
              schema={schema}
              value={args}
              problems={[]}
              onChange={(path, value) => {
                const optional = value === "" && path.length === 1 && !schema.required?.includes(String(path[0]));
                setArgs(put(args, path as never, optional ? undefined : value) as Record<string, unknown>);
              }}
            />
          )}
          {build ? (
            <div className="flex flex-wrap items-center gap-3">
              <Button type="submit" look="primary" busy={pending} icon={<Send size={16} aria-hidden="true" />}>
                Send
              </Button>
              <span className="max-sm:hidden text-sm text-muted">
                <Kbd keys={["Mod", "Enter"]} />
              </span>
              <span className="text-sm text-muted">It does what a call would do.</span>
            </div>
          ) : (
            <p className="text-sm text-muted">Sending is for people who may edit this app.</p>
          )}
        </CallForm>
      </Card>
      {!data && !probe.error && pending && (
        <Loading what="Asking">
          <Skeleton className="h-60" />
        </Loading>
      )}
      {(data || probe.error) && (
        <section aria-label="What came back" aria-busy={pending} className="grid grid-cols-1 gap-4 min-w-0">
          <Steps stop={stop} />
          {shown && tool.layoutTemplate && (
            <div className="grid grid-cols-1 gap-2">
              <Widget
                app={app}
                tool={{ name: tool.name, layout: tool.layoutTemplate, uiUrl: null } as unknown as Schemas["Tool"]}
                release="draft"
                args={args}
                result={{ content: [], structuredContent: shown }}
              />
              {build && (
                <div>
                  <Button
                    size="small"
                    icon={<Pin size={15} aria-hidden="true" />}
                    onClick={() => {
                      const keep = (mockData: unknown) => onTool((now) => ({ ...now, mockData }));
                      keep(shown);
                      toast({
                        title: "The answer is kept as mock",
                        text: "It is shown where nothing is asked.",
                        undo: { run: () => keep(tool.mockData) },
                      });
                    }}
                  >
                    Keep this answer as mock
                  </Button>
                </div>
              )}
            </div>
          )}
          {answered && layout && (
            <Card className="grid grid-cols-1 gap-3">
              <h2 className="font-semibold">What goes where</h2>
              <Places layout={layout} map={map} answer={data.response.body} readOnly={!build} onChange={change} />
            </Card>
          )}
          {data && <Panes args={probe.variables?.args ?? args} probe={data} />}
        </section>
      )}
    </>
  );
}
