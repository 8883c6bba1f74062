import { queryOptions, useSuspenseQuery, type QueryClient } from "@tanstack/react-query";
import { api, take, takeTagged, type Schemas, type Tagged } from "./client";

export type App = Schemas["App"];

/** One app with the ETag of its draft. */
export const appQuery = (id: string) =>
  queryOptions({
    queryKey: ["app", id],
    queryFn: ({ signal }): Promise<Tagged<App>> =>
      takeTagged(api.GET("/apps/{id}", { params: { path: { id } }, signal })),
  });

/** What an app is now, whatever is known of it. */
export const freshApp = (client: QueryClient, id: string): Promise<Tagged<App>> =>
  client.fetchQuery({ ...appQuery(id), staleTime: 0 });

/** The app of the page; within /apps/$id, where it has been loaded. */
export const useApp = (id: string): Tagged<App> => useSuspenseQuery(appQuery(id)).data;

/** Takes over what an app is after a change. What was asked for before, and is on its way still, would show it as it was: nobody waits for that. */
export function appChanged(client: QueryClient, now: Tagged<App>): void {
  const { queryKey } = appQuery(now.data.id);
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData(queryKey, now);
}

const turns = new Map<string, Promise<unknown>>();

/** Changes an app from the state that the change before has left: those of one page would take each other for somebody else’s. */
export function changeApp(
  client: QueryClient,
  id: string,
  change: (from: Tagged<App>) => Promise<Tagged<App>>,
): Promise<Tagged<App>> {
  const work = async () => {
    const now = await change(await client.ensureQueryData(appQuery(id)));
    appChanged(client, now);
    return now;
  };
  const turn = (turns.get(id) ?? Promise.resolve()).then(work, work);
  turns.set(id, turn);
  return turn;
}

/** After rows were sent: the first of its author's own change an app whose data were invented. */
export const dataSent = async (client: QueryClient, id: string): Promise<void> => {
  const { queryKey } = appQuery(id);
  if (client.getQueryData(queryKey)?.data.exampleData) await client.invalidateQueries({ queryKey, exact: true });
};

/** Whether a slug is free, and where an app would be reached by it. */
export const slugQuery = (slug: string) =>
  queryOptions({
    queryKey: ["slug", slug],
    staleTime: 5_000,
    queryFn: ({ signal }) => take(api.GET("/slugs/{slug}", { params: { path: { slug } }, signal })),
  });

/** How an app stands, in words. */
export function standing(app: App, tablesAhead = false): { label: string; tone: "good" | "warn" | "bad" | "neutral" } {
  if (app.suspended) return { label: "Suspended", tone: "bad" };
  if (app.status !== "published") return { label: app.publishVersion > 0 ? "Unpublished" : "Draft", tone: "neutral" };
  if (app.draftAhead) return { label: "Live, draft is ahead", tone: "warn" };
  return tablesAhead ? { label: "Live, tables are ahead", tone: "warn" } : { label: "Live", tone: "good" };
}

/** What a directory shows of an app besides what it publishes. */
export const listingQuery = (id: string) =>
  queryOptions({
    queryKey: ["listing", id],
    queryFn: ({ signal }) => take(api.GET("/apps/{id}/listing", { params: { path: { id } }, signal })),
  });

/** How clients connect to an app, and the page that tells people; none before it has an address. */
export const connectQuery = (app: App) =>
  queryOptions({
    queryKey: ["app", app.id, "connect", app.mcpUrl, app.liveVersion],
    queryFn: ({ signal }) => take(api.GET("/apps/{id}/connect", { params: { path: { id: app.id } }, signal })),
  });
