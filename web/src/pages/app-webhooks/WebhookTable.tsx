import { rowEvents, type Webhook } from "~/api/webhooks";
import { Button, DataTable, Time, type Column } from "~/ui";

interface Props {
  webhooks: readonly Webhook[];
  chosen: string;
  onChoose(id: string): void;
  onDelete(webhook: Webhook): void;
}

/** The name of the server that is told. */
export const hostOf = ({ url }: Webhook) => new URL(url).host;

/** Who is told of what. */
export function WebhookTable({ webhooks, chosen, onChoose, onDelete }: Props) {
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
            onClick={() => onDelete(webhook)}
          >
            Delete
          </Button>
        </span>
      ),
    },
  ];
  return <DataTable label="Webhooks" columns={columns} rows={webhooks} id={({ id }) => id} />;
}
