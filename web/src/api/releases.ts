import { infiniteQueryOptions, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { appChanged, type App } from "./apps";
import { api, take, takeTagged, type Schemas } from "./client";
import { isKind } from "./tools";

export type Release = Schemas["Release"];
export type Change = Schemas["Change"];

/** An app's releases, newest first. */
export const releasesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ["releases", id, "list"],
    initialPageParam: "",
    getNextPageParam: (last: Schemas["ListRelease"]) => last.nextCursor,
    queryFn: ({ signal, pageParam }) =>
      take(
        api.GET("/apps/{id}/releases", {
          params: { path: { id }, query: { limit: 20, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      ),
  });

/** What one release changed against another; from 0 is the one before. Releases never change, so the answer stays right. */
export const releaseChangesQuery = (id: string, version: number, from = 0) =>
  queryOptions({
    queryKey: ["releases", id, "changes", version, from],
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      take(
        api.GET("/apps/{id}/releases/{version}/changes", {
          params: { path: { id, version }, ...(from && { query: { from } }) },
          signal,
        }),
      ),
  });

/** What the next publish would change. Tables have a part in it: their key begins this one. */
export const draftChangesQuery = (id: string, updatedAt: string) =>
  queryOptions({
    queryKey: ["app", id, "tables", "changes", updatedAt],
    queryFn: ({ signal }) => take(api.GET("/apps/{id}/changes", { params: { path: { id } }, signal })),
  });

/**
 * Whether tools that are live take, or say that they answer, something else after the next publish. A release keeps what they said
 * of their tables when it was made, so that this may be although the draft is as it was.
 */
export function useToolsBehind(app: App, asks = true): boolean {
  const keeps = app.tools.some(({ handler }) => isKind(handler, "query", "insert", "update", "delete"));
  const enabled = asks && keeps && app.status === "published" && app.origin === "authored";
  const changes = useQuery({ ...draftChangesQuery(app.id, app.updatedAt), enabled });
  return enabled && Boolean(changes.data?.items.some(({ title }) => /(^|: )(Input|Output)$/.test(title)));
}

/** Whether tables alone make the next publish differ from what is live. */
export const useTablesAhead = (app: App): boolean => useToolsBehind(app, !app.draftAhead);

/** Serves a release, or nothing (version null). Answers the app as it is then. */
export function useServe(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (version: number | null) =>
      takeTagged(
        version === null
          ? api.POST("/apps/{id}/unpublish", { params: { path: { id } } })
          : api.POST("/apps/{id}/releases/{version}/activate", { params: { path: { id, version } } }),
      ),
    onSuccess: (now) => {
      appChanged(client, now);
      void client.invalidateQueries({ queryKey: ["releases", id, "list"] });
      void client.invalidateQueries({ queryKey: ["apps"] });
    },
  });
}
