import { queryOptions } from "@tanstack/react-query";
import type { App } from "./apps";
import { api, take } from "./client";

/** What publishing the draft would refuse, and what its widgets show of tables. */
export const checkQuery = (app: App) =>
  queryOptions({
    queryKey: ["app", app.id, "check", app.updatedAt],
    queryFn: ({ signal }) => take(api.GET("/apps/{id}/check", { params: { path: { id: app.id } }, signal })),
    placeholderData: (before) => before,
  });
