import { useQueryClient } from "@tanstack/react-query";
import { api, take } from "~/api/client";
import { isProblem } from "~/api/problem";
import type { Webhook } from "~/api/webhooks";
import { ConfirmDialog, toast } from "~/ui";
import { hostOf } from "./WebhookTable";

interface Props {
  app: string;
  webhook: Webhook;
  onClose(): void;
  onDeleted(): void;
}

/** Asks before a webhook is deleted. It closes once the list of webhooks has been read without it. */
export function DeleteWebhook({ app, webhook, onClose, onDeleted }: Props) {
  const client = useQueryClient();
  return (
    <ConfirmDialog
      title={`Stop telling ${hostOf(webhook)}?`}
      verb="Delete"
      onClose={onClose}
      onConfirm={async () => {
        const path = { id: app, webhookId: webhook.id };
        await take(api.DELETE("/apps/{id}/webhooks/{webhookId}", { params: { path } })).catch((failure: unknown) => {
          if (!isProblem(failure, "NOT_FOUND")) throw failure; // somebody else was quicker
        });
        onDeleted();
        toast({ title: "The webhook is deleted" });
        await client.invalidateQueries({ queryKey: ["app", app, "webhooks"], exact: true });
      }}
    >
      <p>What has not been delivered yet is not sent any more. Its secret is of no use afterwards.</p>
    </ConfirmDialog>
  );
}
