import { useEffect, useRef, useState } from "react";
import type { App } from "~/api/apps";
import type { Schemas } from "~/api/client";
import { useMe } from "~/api/me";
import { sentence } from "~/api/problem";
import { previewAddress } from "~/pages/app-editor/preview/address";
import type { Result } from "~/pages/app-editor/preview/bridge";
import { Stage } from "~/pages/app-editor/preview/stage";
import { useScheme } from "~/shell/theme";
import { Button, toast } from "~/ui";
import { outcomeOf, type ToolResult } from "./call";
import { callTool } from "./useCall";

interface Props {
  app: App;
  tool: Schemas["Tool"];
  release: "draft" | "live";
  args: Record<string, unknown>;
  result: ToolResult;
}

/** The tool's widget with the result of the call, in the frame and by the bridge that hosts of MCP Apps use. */
export function Widget({ app, tool, release, args, result }: Props) {
  const workspace = useMe().workspace?.id ?? "";
  const place = useRef<HTMLDivElement>(null);
  const stage = useRef<Stage | null>(null);
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  const [height, setHeight] = useState(0);
  const [again, setAgain] = useState(0);
  const scheme = useScheme();
  const latest = useRef({ result, args, scheme });
  latest.current = { result, args, scheme };
  const url =
    tool.uiUrl ??
    previewAddress(app.id, workspace, "mcp", app.origin === "seeded" ? { layout: tool.layout } : { tool: tool.name });
  useEffect(() => {
    const node = place.current;
    if (!node) return;
    const call = async (tool: string, given: Record<string, unknown>): Promise<Result> => {
      try {
        const { response } = await callTool({ app: app.id, tool, release }, given);
        const { result: next, error } = outcomeOf(response);
        return (next as Result | undefined) ?? { isError: true, content: [{ type: "text", text: error ?? "" }] };
      } catch (failure) {
        return { isError: true, content: [{ type: "text", text: sentence(failure) }] };
      }
    };
    const made = new Stage(
      node,
      {
        theme: latest.current.scheme,
        locale: navigator.language,
        displayMode: "inline",
        width: node.clientWidth,
        maxHeight: 4000,
      },
      {
        state: setState,
        height: setHeight,
        callTool: call,
        display: () => "inline",
        message: (text) => toast({ title: "The widget says, on behalf of the person", text }),
        open: (href) => toast({ title: "The widget opens a page", text: href }),
      },
    );
    stage.current = made;
    made.result(latest.current.result as Result);
    void made.show({ host: "mcp", url, title: "The widget with this result", input: latest.current.args });
    return () => {
      made.close();
      stage.current = null;
    };
  }, [app.id, release, url, again]);
  useEffect(() => stage.current?.result(result as Result), [result]);
  useEffect(() => stage.current?.surround({ theme: scheme }), [scheme]);
  return (
    <div
      className="relative rounded-card border border-line overflow-hidden bg-surface max-w-[45rem]"
      data-widget={state}
    >
      <div ref={place} className="relative" style={{ height: Math.max(height, state === "shown" ? 24 : 200) }} />
      {state === "failed" && (
        <div
          role="alert"
          className="absolute inset-0 grid place-content-center justify-items-center gap-2 bg-surface p-4 text-center"
        >
          <p className="text-sm">The widget could not be shown.</p>
          <Button size="small" onClick={() => setAgain((n) => n + 1)}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}
