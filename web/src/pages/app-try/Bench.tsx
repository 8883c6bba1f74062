import { useMutation } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { App } from "~/api/apps";
import { api, take, type Schemas } from "~/api/client";
import { useMe } from "~/api/me";
import { put } from "~/pages/app-editor/data/path";
import type { Schema } from "~/pages/app-editor/data/schema";
import { SchemaForm } from "~/pages/app-editor/data/SchemaForm";
import { problemsOf } from "~/pages/app-editor/data/validate";
import { useAddress } from "~/shell/address";
import { useCommands } from "~/shell/palette/commands";
import { Button, Card, Kbd, Segmented, Select, toast } from "~/ui";
import { first, mostInAddress, readArguments } from "./arguments";
import { curlOf } from "./call";
import { Outcome } from "./Outcome";
import { RawArguments } from "./RawArguments";
import { usePrivate } from "./usePrivate";

export type Version = NonNullable<Schemas["TestAppInput"]["protocolVersion"]>;

const versions: readonly { value: Version; label: string }[] = [
  { value: "2026-07-28", label: "2026-07-28, the new era" },
  { value: "2025-11-25", label: "2025-11-25" },
  { value: "2025-06-18", label: "2025-06-18" },
  { value: "2025-03-26", label: "2025-03-26" },
];

interface Props {
  app: App;
  tools: readonly Schemas["Tool"][];
  tool: Schemas["Tool"];
  onTool(name: string): void;
  release: "draft" | "live";
  onRelease(release: string): void;
  build: boolean;
}

/** The form of one tool beside what its last call brought. */
export function Bench({ app, tools, tool, onTool, release, onRelease, build }: Props) {
  const schema = tool.inputSchema as Schema;
  const { user } = useMe();
  const privately = usePrivate(app);
  const [linked, setLinked] = useAddress("args");
  const [as, setAs] = useAddress("as", "form");
  const [wish, setVersion] = useAddress("version", versions[0]?.value);
  const version = versions.find(({ value }) => value === wish)?.value ?? "2026-07-28";
  const [args, setArgs] = useState<Record<string, unknown>>(
    () => readArguments(linked) ?? first(schema, { message: `Show me ${app.name}`, user_id: user.email }, tool.example),
  );
  const [unread, setUnread] = useState("");
  const [tried, setTried] = useState(false);
  const problems = useMemo(() => problemsOf(schema, args), [schema, args]);
  const call = useMutation({
    mutationFn: (given: Record<string, unknown>) =>
      take(
        api.POST("/apps/{id}/test", {
          params: { path: { id: app.id } },
          body: { tool: tool.name, arguments: given, release, protocolVersion: version },
        }),
      ),
  });
  const send = () => {
    if (!build || call.isPending || unread) return;
    setTried(true);
    const text = JSON.stringify(args);
    setLinked(text.length <= mostInAddress ? text : "");
    call.mutate(args);
  };
  const [run, setRun] = useAddress("run");
  useEffect(() => {
    // A link to an example calls it, once.
    if (!run) return;
    setRun("");
    send();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the link is followed once, with what it came with
  }, []);
  const curl = () => {
    if (!call.data) return;
    void navigator.clipboard.writeText(curlOf(call.data.request, privately)).then(
      () => toast({ title: "Copied as curl" }),
      () => toast({ tone: "bad", title: "The browser does not allow copying" }),
    );
  };
  useCommands([
    ...(build
      ? [{ id: "call", title: `Call ${tool.name}`, section: "This page", keywords: "run test send", run: send }]
      : []),
    ...(call.data ? [{ id: "curl", title: "Copy the call as curl", section: "This page", run: curl }] : []),
    ...tools
      .filter(({ name }) => name !== tool.name)
      .map(({ name }) => ({ id: `tool-${name}`, title: `Try ${name}`, section: "This page", run: () => onTool(name) })),
  ]);
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(19rem,24rem)_minmax(0,1fr)] items-start">
      <Card className="lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto">
        <form
          className="grid gap-4"
          noValidate
          aria-label="The call"
          onSubmit={(e) => {
            e.preventDefault();
            send();
          }}
          onKeyDown={(e) => {
            if (e.key !== "Enter" || !(e.ctrlKey || e.metaKey)) return;
            e.preventDefault();
            send();
          }}
        >
          {tools.length > 1 && (
            <Select
              label="Tool"
              value={tool.name}
              onChange={(e) => onTool(e.target.value)}
              options={tools.map(({ name }) => ({ value: name, label: name }))}
            />
          )}
          <div className="grid gap-1 min-w-0">
            {tools.length === 1 && (
              <h2 className="font-semibold wrap-anywhere">
                <code>{tool.name}</code>
              </h2>
            )}
            <p className="text-sm text-muted wrap-anywhere line-clamp-4">{tool.description}</p>
          </div>
          <div className="flex flex-wrap gap-3 items-end">
            {app.liveVersion !== null && (
              <Segmented
                label="Release"
                value={release}
                onChange={onRelease}
                options={[
                  { value: "draft", label: "Draft" },
                  { value: "live", label: `Live (${app.liveVersion})` },
                ]}
              />
            )}
            <Select
              className="flex-1 basis-60"
              label="As a client of"
              value={version}
              onChange={(e) => setVersion(e.target.value)}
              options={versions}
            />
          </div>
          <div className="flex items-center justify-between gap-2 border-t border-line pt-4">
            <h3 className="font-semibold">Arguments</h3>
            <Segmented
              label="Arguments as"
              hideLabel
              size="small"
              value={as === "json" ? "json" : "form"}
              onChange={setAs}
              options={[
                { value: "form", label: "Form" },
                { value: "json", label: "JSON" },
              ]}
            />
          </div>
          {as === "json" ? (
            <RawArguments value={args} problems={problems} onChange={setArgs} onUnread={setUnread} />
          ) : Object.keys(schema.properties ?? {}).length === 0 ? (
            <p className="text-sm text-muted">This tool takes none.</p>
          ) : (
            <SchemaForm
              all
              schema={schema}
              value={args}
              problems={tried ? problems : []}
              onChange={(path, value) =>
                setArgs(
                  (before) =>
                    put(
                      before,
                      path,
                      value === "" && path.length === 1 && !schema.required?.includes(String(path[0]))
                        ? undefined
                        : value,
                    ) as Record<string, unknown>,
                )
              }
            />
          )}
          {problems.length > 0 && tried && (
            <p className="text-sm text-muted">
              The arguments do not fit the schema. They were sent as they are, to show what the tool says.
            </p>
          )}
          {build && (
            <div className="flex items-center gap-3">
              <Button
                type="submit"
                look="primary"
                busy={call.isPending}
                aria-disabled={Boolean(unread)}
                icon={<Play size={16} aria-hidden="true" />}
              >
                Call
              </Button>
              <span className="max-sm:hidden text-sm text-muted">
                <Kbd keys={["Mod", "Enter"]} />
              </span>
            </div>
          )}
        </form>
      </Card>
      <Outcome
        app={app}
        tool={tool}
        release={release}
        privately={privately}
        args={call.variables ?? args}
        exchange={call.data}
        failure={call.error}
        pending={call.isPending}
      />
    </div>
  );
}
