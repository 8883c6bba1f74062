import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { App } from "~/api/apps";

/** Takes an app that is gone out of the lists at once: until they are read anew, a link to it would be followed to nowhere. */
export function dropApp(client: QueryClient, id: string): void {
  client.removeQueries({ queryKey: ["app", id] });
  client.setQueriesData<InfiniteData<{ items: App[] }>>(
    { queryKey: ["apps", "list"] },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, items: page.items.filter((app) => app.id !== id) })),
      },
  );
  void client.invalidateQueries({ queryKey: ["apps"] });
}
