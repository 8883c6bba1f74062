import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, take } from "~/api/client";
import { membersQuery } from "~/api/members";

/** What the apps and people of the workspace are called, by their ids. */
export function useNames(workspace: string, enabled: boolean): ReadonlyMap<string, string> {
  const members = useQuery({ ...membersQuery(workspace), enabled: enabled && workspace !== "" });
  const apps = useQuery({
    queryKey: ["apps", "names"],
    enabled,
    queryFn: ({ signal }) => take(api.GET("/apps", { params: { query: { limit: 200 } }, signal })),
  });
  return useMemo(
    () =>
      new Map([
        ...(members.data ?? []).map(({ user }) => [user.id, user.name] as const),
        ...(apps.data?.items ?? []).map(({ id, name }) => [id, name] as const),
      ]),
    [members.data, apps.data],
  );
}
