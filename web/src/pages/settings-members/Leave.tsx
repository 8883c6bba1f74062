import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api, take } from "~/api/client";
import { forget, meQuery, useMe } from "~/api/me";
import { workspace as current } from "~/api/session";
import { Button, ConfirmDialog, toast } from "~/ui";

/** Takes the person out of the workspace. only: nobody else owns it. */
export function Leave({ only }: { only: boolean }) {
  const { user, workspace } = useMe();
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  if (!workspace || only) return null;
  return (
    <>
      <Button size="small" look="quiet" onClick={() => setAsking(true)}>
        Leave
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Leave ${workspace.name}?`}
          verb="Leave"
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await take(
              api.DELETE("/workspaces/{id}/members/{userId}", {
                params: { path: { id: workspace.id, userId: user.id } },
              }),
            );
            current.set("");
            await navigate({ to: "/apps" });
            forget(client);
            await client.fetchQuery(meQuery);
            toast({ title: `You have left ${workspace.name}` });
          }}
        >
          <p>
            You lose its apps, and the API keys that you made here stop working. Only an owner can invite you again.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
