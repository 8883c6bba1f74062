import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { changeApp, type App } from "~/api/apps";
import { api, take, takeTagged } from "~/api/client";
import { sentence } from "~/api/problem";
import type { ToolDraft } from "~/api/tools";
import { Badge, Notice, Segmented } from "~/ui";

type Mode = NonNullable<ToolDraft["mode"]>;

const words: Record<Mode, string> = {
  live: "Its answers are what it really brings.",
  mock: "Its answers are made up: what Edit, Data holds. Nothing is asked.",
  "live-or-mock": "What it really brings, and what is made up where that fails.",
};

interface Props {
  app: App;
  tool: ToolDraft;
  readOnly: boolean;
  onTool(tool: ToolDraft): void;
}

/** Whether a tool really asks. What is published switches at once, without a release; a tool that is only in the draft with the next one. */
export function LiveMode({ app, tool, readOnly, onTool }: Props) {
  const client = useQueryClient();
  const live = useQuery({
    queryKey: ["app", app.id, "tools", "live", app.liveVersion],
    enabled: app.liveVersion !== null,
    queryFn: ({ signal }) => take(api.GET("/apps/{id}/tools", { params: { path: { id: app.id }, query: { release: "live" } }, signal })), // prettier-ignore
  });
  const served = live.data?.items.some(({ name }) => name === tool.name) ?? false;
  const mode = tool.mode ?? "live";
  const change = useMutation({
    mutationFn: (next: Mode) =>
      changeApp(
        client,
        app.id,
        () =>
        takeTagged(api.PUT("/apps/{id}/tools/{tool}/mode", { params: { path: { id: app.id, tool: tool.name } }, body: { mode: next } })), // prettier-ignore
      ),
  });
  const shown = change.isPending ? change.variables : mode;
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <Segmented
          label="Its answers are"
          disabled={readOnly || change.isPending}
          value={shown}
          onChange={(next) => (served ? change.mutate(next) : onTool({ ...tool, mode: next }))}
          options={[
            { value: "live", label: "Live" },
            { value: "mock", label: "Mock" },
            { value: "live-or-mock", label: "Live, else mock" },
          ]}
        />
        {served && (
          <Badge tone={mode === "live" ? "good" : "warn"} dot>
            {mode === "live" ? "Live now" : mode === "mock" ? "Mock now" : "Live, else mock now"}
          </Badge>
        )}
      </div>
      <p className="text-sm text-muted">
        {words[shown]} {served ? "What is published switches at once." : "It counts with the next publish."}
      </p>
      {change.error && <Notice tone="bad">{sentence(change.error)}</Notice>}
    </div>
  );
}
