import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, take } from "~/api/client";
import { isProblem } from "~/api/problem";
import { rowEvents, type Webhook } from "~/api/webhooks";
import { Button, ConfirmDialog, DataTable, Time, toast, type Column } from "~/ui";

interface Props {
  app: string;
  webhooks: readonly Webhook[];
  chosen: string;
  onChoose(id: string): void;
}

/** The name of the server that is told. */
export const hostOf = ({ url }: Webhook) => new URL(url).host;

/** Who is told of what. */
export function WebhookTable({ app, webhooks, chosen, onChoose }: Props) {
  const client = useQueryClient();
  const [ending, setEnding] = useState<Webhook | null>(null);
  const columns: Column<Webhook>[] = [
    { key: "url", title: "Address", cell: ({ url }) => <code className="break-all">{url}</code> },
    { key: "events", title: "When a row is", cell: ({ events }) => events.map((e) => rowEvents[e]).join(", ") },
    { key: "made", title: "Made", cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      key: "actions",
      title: "Actions",
      actions: true,
      cell: (webhook) => (
        <span className="inline-flex flex-wrap gap-1 justify-end">
          <Button
            size="small"
            look="quiet"
            aria-pressed={webhook.id === chosen}
            aria-label={`Deliveries to ${hostOf(webhook)}`}
            onClick={() => onChoose(webhook.id === chosen ? "" : webhook.id)}
          >
            Deliveries
          </Button>
          <Button
            size="small"
            look="quiet"
            aria-label={`Delete the webhook to ${hostOf(webhook)}`}
            onClick={() => setEnding(webhook)}
          >
            Delete
          </Button>
        </span>
      ),
    },
  ];
  return (
    <>
      <DataTable label="Webhooks" columns={columns} rows={webhooks} id={({ id }) => id} />
      {ending && (
        <ConfirmDialog
          title={`Stop telling ${hostOf(ending)}?`}
          verb="Delete"
          onClose={() => setEnding(null)}
          onConfirm={async () => {
            const path = { id: app, webhookId: ending.id };
            await take(api.DELETE("/apps/{id}/webhooks/{webhookId}", { params: { path } })).catch(
              (failure: unknown) => {
                if (!isProblem(failure, "NOT_FOUND")) throw failure; // somebody else was quicker
              },
            );
            if (ending.id === chosen) onChoose("");
            void client.invalidateQueries({ queryKey: ["app", app, "webhooks"], exact: true });
            toast({ title: "The webhook is deleted" });
          }}
        >
          <p>What has not been delivered yet is not sent any more. Its secret is of no use afterwards.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
