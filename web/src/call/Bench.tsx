import { Play } from "lucide-react";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import type { App } from "~/api/apps";
import type { Schemas } from "~/api/client";
import { useMe } from "~/api/me";
import { isKind, toolsOf } from "~/api/tools";
import { put } from "~/pages/app-editor/data/path";
import type { Schema } from "~/pages/app-editor/data/schema";
import { SchemaForm } from "~/pages/app-editor/data/SchemaForm";
import { problemsOf } from "~/pages/app-editor/data/validate";
import { useAddress } from "~/shell/address";
import { useCommands } from "~/shell/palette/commands";
import { Button, Card, Kbd, Segmented, toast } from "~/ui";
import { first, mostInAddress, readArguments } from "./arguments";
import { CallForm } from "./CallForm";
import { curlOf } from "./call";
import { Outcome } from "./Outcome";
import { RawArguments } from "./RawArguments";
import { useCall, type Version } from "./useCall";
import { usePrivate } from "./usePrivate";

interface Props {
  app: App;
  tool: Schemas["Tool"];
  release: "draft" | "live";
  version?: Version;
  build: boolean;
  /** The draft is not saved yet: a call waits for that. */
  waits?: boolean;
  /** The result stands below the form, not beside it. */
  below?: boolean;
  /** Above the arguments. */
  head: ReactNode;
  /** Told when a call has been answered. */
  onAnswer?(): void;
}

/** A call of one tool: its arguments, as a form or as JSON, and what the last call brought. The arguments stand in the address. */
export function Bench({ app, tool, release, version, build, waits = false, below = false, head, onAnswer }: Props) {
  const schema = tool.inputSchema as Schema;
  const { user } = useMe();
  const privately = usePrivate(app);
  const [linked, setLinked] = useAddress("args");
  const [as, setAs] = useAddress("as", "form");
  const [changed, setArgs] = useState<Record<string, unknown> | null>(() => readArguments(linked));
  const args = useMemo(
    () => changed ?? first(schema, { message: `Show me ${app.name}`, user_id: user.email }, tool.example),
    [changed, schema, tool.example, app.name, user.email],
  );
  const [unread, setUnread] = useState("");
  const [tried, setTried] = useState(false);
  const problems = useMemo(() => problemsOf(schema, args), [schema, args]);
  const call = useCall({ app: app.id, tool: tool.name, release, ...(version && { version }) });
  const send = () => {
    if (!build || waits || call.isPending || unread) return;
    setTried(true);
    const text = JSON.stringify(args);
    setLinked(text.length <= mostInAddress ? text : "");
    call.mutate(args, { onSuccess: () => onAnswer?.() });
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
  ]);
  return (
    <div
      className={
        below
          ? "grid grid-cols-1 gap-4"
          : "grid grid-cols-1 gap-5 lg:grid-cols-[minmax(19rem,24rem)_minmax(0,1fr)] items-start"
      }
    >
      <Card className={below ? "" : "lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto"}>
        <CallForm send={send}>
          {head}
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
              onChange={(path, value) => setArgs((before) => given(schema, before ?? args, path, value))}
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
                aria-disabled={waits || Boolean(unread)}
                icon={<Play size={16} aria-hidden="true" />}
              >
                Call
              </Button>
              <span className="max-sm:hidden text-sm text-muted">
                <Kbd keys={["Mod", "Enter"]} />
              </span>
            </div>
          )}
        </CallForm>
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
        asks={release === "draft" && toolsOf(app).some((one) => one.name === tool.name && isKind(one.handler, "http"))}
        build={build}
      />
    </div>
  );
}

/** The arguments with a value at a path; an optional text that is empty is not sent. */
function given(schema: Schema, args: Record<string, unknown>, path: readonly (string | number)[], value: unknown) {
  const nothing = value === "" && path.length === 1 && !schema.required?.includes(String(path[0]));
  return put(args, path as never, nothing ? undefined : value) as Record<string, unknown>;
}
