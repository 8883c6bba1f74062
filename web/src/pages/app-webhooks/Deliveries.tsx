import { useInfiniteQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { deliveriesQuery, rowEvents, type Delivery, type Webhook } from "~/api/webhooks";
import { Badge, Button, DataTable, EmptyState, ErrorState, IconButton, Loading, Skeleton, Time } from "~/ui";
import type { Column } from "~/ui";
import { hostOf } from "./WebhookTable";

const states = {
  pending: { tone: "warn", label: "Waits" },
  delivered: { tone: "good", label: "Delivered" },
  failed: { tone: "bad", label: "Given up" },
} as const;

const columns: Column<Delivery>[] = [
  {
    key: "what",
    title: "Row",
    cell: ({ type, table, at }) => (
      <span className="grid">
        <span className="font-medium">
          {table}, {rowEvents[type]}
        </span>
        <span className="text-muted">
          <Time at={at} />
        </span>
      </span>
    ),
  },
  {
    key: "state",
    title: "State",
    cell: ({ state }) => (
      <Badge tone={states[state].tone} dot>
        {states[state].label}
      </Badge>
    ),
  },
  { key: "attempts", title: "Attempts", numeric: true, cell: ({ attempts }) => attempts },
  {
    key: "answer",
    title: "Last answer",
    cell: ({ status, error, nextAt }) => (
      <span className="grid">
        <span>{status ?? (error ? "none" : "not yet")}</span>
        {error && <span className="text-muted">{error}</span>}
        {nextAt && (
          <span className="text-muted">
            Again <Time at={nextAt} ahead />
          </span>
        )}
      </span>
    ),
  },
];

/** What a webhook was sent in the last three days, and what came of it. */
export function Deliveries({ app, webhook }: { app: string; webhook: Webhook }) {
  const sent = useInfiniteQuery(deliveriesQuery(app, webhook.id));
  const rows = sent.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section aria-labelledby="deliveries" className="grid grid-cols-1 gap-3">
      <div className="flex items-center gap-2">
        <h2 id="deliveries" className="font-semibold flex-1 wrap-anywhere">
          Deliveries to {hostOf(webhook)}
        </h2>
        <IconButton
          label="Look again"
          icon={<RefreshCw size={16} aria-hidden="true" />}
          onClick={() => void sent.refetch()}
        />
      </div>
      {sent.isPending ? (
        <Loading what="Loading the deliveries">
          <Skeleton className="h-32" />
        </Loading>
      ) : sent.isError ? (
        <ErrorState failure={sent.error} onRetry={() => void sent.refetch()} />
      ) : rows.length === 0 ? (
        <EmptyState title="Nothing was sent yet">
          Change a row that it is to be told of: the message stands here a moment later, for three days.
        </EmptyState>
      ) : (
        <DataTable label="Deliveries" columns={columns} rows={rows} id={({ id }) => id} />
      )}
      {sent.hasNextPage && (
        <div className="flex justify-center">
          <Button busy={sent.isFetchingNextPage} onClick={() => void sent.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </section>
  );
}
