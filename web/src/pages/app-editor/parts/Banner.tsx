import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { App } from "~/api/apps";
import { api, take } from "~/api/client";
import { useMay } from "~/api/me";
import { useOnce } from "~/api/once";
import { sentence } from "~/api/problem";
import { useTablesAhead } from "~/api/releases";
import { Button, Notice, toast } from "~/ui";

/** What must be known before editing: that one cannot, or that what is live is not what is here. */
export function Banner({ app, readOnly }: { app: App; readOnly: boolean }) {
  const { build } = useMay();
  const tablesAhead = useTablesAhead(app);
  const client = useQueryClient();
  const navigate = useNavigate();
  const copy = useOnce({
    mutationFn: () => take(api.POST("/apps/{id}/duplicate", { params: { path: { id: app.id } } })),
    onSuccess: (made) => {
      void client.invalidateQueries({ queryKey: ["apps"] });
      return navigate({ to: "/apps/$id", params: { id: made.id } });
    },
    onError: (failure) => toast({ tone: "bad", title: "The app was not copied", text: sentence(failure) }),
  });
  const seeded = app.origin === "seeded";
  if (seeded) {
    return (
      <div className="mb-5">
        <Notice
          action={
            build && (
              <Button size="small" look="primary" busy={copy.isPending} onClick={() => copy.mutate()}>
                Use as template
              </Button>
            )
          }
        >
          {app.name} ships with Berth and cannot be changed.{" "}
          {build ? "A copy of it can." : "Editors of this workspace can make a copy of it."}
        </Notice>
      </div>
    );
  }
  if (readOnly)
    return (
      <div className="mb-5">
        <Notice>You may look at this app. Editors and owners of the workspace can change it.</Notice>
      </div>
    );
  if (app.status === "published" && app.draftAhead)
    return (
      <div className="mb-5">
        <Notice tone="warn">The draft is ahead of live: version {app.liveVersion} is served until you publish.</Notice>
      </div>
    );
  if (tablesAhead)
    return (
      <div className="mb-5">
        <Notice tone="warn">
          Tables were changed: live tools still ask by the columns and choices of version {app.liveVersion} until you
          publish again.
        </Notice>
      </div>
    );
  return null;
}
