import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Plus, Webhook as Icon } from "lucide-react";
import { useState } from "react";
import { useApp } from "~/api/apps";
import { useMay } from "~/api/me";
import { webhooksQuery, type Webhook } from "~/api/webhooks";
import { useAddress } from "~/shell/address";
import { useTitle } from "~/shell/title";
import { Button, EmptyState, ErrorState, Loading, Notice, PageHeader, Skeleton } from "~/ui";
import { DeleteWebhook } from "./DeleteWebhook";
import { Deliveries } from "./Deliveries";
import { NewWebhook } from "./NewWebhook";
import { WebhookTable } from "./WebhookTable";

/** Which servers are told when rows change, and what became of each message. */
export default function WebhooksPage() {
  const { id } = useParams({ from: "/inside/apps/$id/webhooks" });
  const { data: app } = useApp(id);
  useTitle(`Webhooks of ${app.name}`);
  const { build } = useMay();
  const [making, setMaking] = useState(false);
  const [deleting, setDeleting] = useState<Webhook | null>(null);
  const [chosen, choose] = useAddress("webhook");
  const webhooks = useInfiniteQuery({ ...webhooksQuery(id), enabled: build });
  const found = webhooks.data?.pages.flatMap(({ items }) => items) ?? [];
  const shown = found.find((webhook) => webhook.id === chosen);
  const make = (
    <Button look="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setMaking(true)}>
      New webhook
    </Button>
  );
  return (
    <div className="max-w-4xl">
      <PageHeader title="Webhooks" actions={found.length > 0 && make}>
        Another server is told when a row is added, changed or deleted, whoever did it.{" "}
        <Link to="/apps/$id/data" params={{ id }} className="link">
          Back to the data
        </Link>
      </PageHeader>
      {!build ? (
        <Notice>Addresses of webhooks may hold secrets. Editors and owners of the workspace see them.</Notice>
      ) : webhooks.isPending ? (
        <Loading what="Loading the webhooks">
          <Skeleton className="h-40" />
        </Loading>
      ) : webhooks.isError ? (
        <ErrorState failure={webhooks.error} onRetry={() => void webhooks.refetch()} />
      ) : found.length === 0 ? (
        <EmptyState icon={<Icon size={28} />} title="Nobody is told yet" actions={make}>
          Have a booking sent to your calendar, or a message to your chat: give the address of a server that takes a
          POST.
        </EmptyState>
      ) : (
        <div className="grid grid-cols-1 gap-6">
          <WebhookTable webhooks={found} chosen={shown?.id ?? ""} onChoose={choose} onDelete={setDeleting} />
          {webhooks.hasNextPage && (
            <Button busy={webhooks.isFetchingNextPage} onClick={() => void webhooks.fetchNextPage()}>
              Show more
            </Button>
          )}
          {shown && shown.id !== deleting?.id && <Deliveries key={shown.id} app={id} webhook={shown} />}
        </div>
      )}
      {deleting && (
        <DeleteWebhook
          app={id}
          webhook={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => deleting.id === chosen && choose("")}
        />
      )}
      {making && <NewWebhook app={id} onClose={() => setMaking(false)} />}
    </div>
  );
}
