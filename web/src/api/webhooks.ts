import { infiniteQueryOptions } from "@tanstack/react-query";
import { api, take, type Schemas } from "./client";

export type Webhook = Schemas["Webhook"];
export type Delivery = Schemas["Delivery"];
export type RowEvent = Webhook["events"][number];

/** What can happen to a row, in words. */
export const rowEvents: Record<RowEvent, string> = {
  "row.created": "added",
  "row.updated": "changed",
  "row.deleted": "deleted",
};

/** Who is told of changes of an app's rows; for editors. */
export const webhooksQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ["app", id, "webhooks"],
    initialPageParam: "",
    queryFn: ({ signal, pageParam }) =>
      take(
        api.GET("/apps/{id}/webhooks", {
          params: { path: { id }, query: pageParam ? { cursor: pageParam } : {} },
          signal,
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** What a webhook was sent in the last days, newest first. */
export const deliveriesQuery = (id: string, webhookId: string) =>
  infiniteQueryOptions({
    queryKey: ["app", id, "webhooks", webhookId],
    initialPageParam: "",
    queryFn: ({ signal, pageParam }) =>
      take(
        api.GET("/apps/{id}/webhooks/{webhookId}/deliveries", {
          params: { path: { id, webhookId }, query: { limit: 20, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some((d) => d.state === "pending")) ? 2000 : false,
  });
