import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, take, type Schemas } from "./client";

export type Member = Schemas["Member"];

/** The members of a workspace; 200 at most, twice the limit that a server has by default. */
export const membersQuery = (workspace: string) =>
  queryOptions({
    queryKey: ["members", workspace],
    queryFn: ({ signal }) =>
      take(
        api.GET("/workspaces/{id}/members", { params: { path: { id: workspace }, query: { limit: 200 } }, signal }),
      ).then(({ items }) => items),
  });

/** The workspace's keys: all of them for owners, for others their own. */
export const keysQuery = (workspace: string) =>
  infiniteQueryOptions({
    queryKey: ["keys", workspace],
    initialPageParam: "",
    getNextPageParam: (last: Schemas["ListKey"]) => last.nextCursor,
    queryFn: ({ signal, pageParam }) =>
      take(
        api.GET("/workspaces/{id}/keys", {
          params: { path: { id: workspace }, query: { limit: 50, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      ),
  });
