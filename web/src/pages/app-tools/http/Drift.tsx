import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { App } from "~/api/apps";
import { api, take, type Schemas } from "~/api/client";
import { sentence } from "~/api/problem";
import { Badge, Button, ErrorState, Notice, Time } from "~/ui";

type State = Schemas["Drift"]["state"];

const words: Record<State, [tone: "good" | "warn" | "bad" | "neutral", text: string]> = {
  ok: ["good", "Answers as it did"],
  changed: ["warn", "Answers in another shape"],
  failing: ["bad", "Does not answer"],
  unknown: ["neutral", "Not known yet"],
};

/** Whether the API behind a published tool still answers in the shape that was recorded. Tools that are not checked have nothing here. */
export function Drift({ app, tool, readOnly }: { app: App; tool: string; readOnly: boolean }) {
  const client = useQueryClient();
  const key = ["app", app.id, "drift", app.liveVersion];
  const path = { params: { path: { id: app.id } } };
  const drift = useQuery({
    queryKey: key,
    enabled: app.liveVersion !== null,
    queryFn: ({ signal }) => take(api.GET("/apps/{id}/drift", { ...path, signal })),
  });
  const check = useMutation({
    mutationFn: () => take(api.POST("/apps/{id}/drift", path)),
    onSuccess: (found) => client.setQueryData(key, found),
  });
  if (drift.error) return <ErrorState failure={drift.error} onRetry={() => void drift.refetch()} />;
  const now = drift.data?.items.find((item) => item.tool === tool);
  if (!now) return null;
  const [tone, text] = words[now.state];
  return (
    <section aria-label="The shape of its answers" className="grid grid-cols-1 gap-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone={tone} dot>
          {text}
        </Badge>
        <span className="text-muted">
          {now.checkedAt ? (
            <>
              Checked <Time at={now.checkedAt} />
            </>
          ) : (
            "Not checked yet"
          )}
        </span>
        {!readOnly && (
          <Button size="small" busy={check.isPending} onClick={() => check.mutate()}>
            Check now
          </Button>
        )}
      </div>
      {now.differences.length > 0 && (
        <ul className="grid gap-1">
          {now.differences.map(({ pointer, message }) => (
            <li key={pointer + message} className="wrap-anywhere">
              {pointer && <code>{pointer}</code>} {message}
            </li>
          ))}
        </ul>
      )}
      {check.error && <Notice tone="bad">{sentence(check.error)}</Notice>}
    </section>
  );
}
