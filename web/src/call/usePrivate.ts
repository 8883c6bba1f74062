import { useQuery } from "@tanstack/react-query";
import type { App } from "~/api/apps";
import { api, take } from "~/api/client";

/** Whether every call of an app is a person's, so that programs send an API key. Of the apps of today, only some that ship inside ask for one. */
export function usePrivate(app: App): boolean {
  const connect = useQuery({
    queryKey: ["app", app.id, "connect", app.mcpUrl, app.liveVersion],
    enabled: app.origin === "seeded" && app.mcpUrl !== null,
    queryFn: ({ signal }) => take(api.GET("/apps/{id}/connect", { params: { path: { id: app.id } }, signal })),
  });
  return connect.data?.signIn === "key";
}
