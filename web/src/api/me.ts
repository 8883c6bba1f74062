import { queryOptions, useQueryClient, useSuspenseQuery, type QueryClient } from "@tanstack/react-query";
import { api, take, type Schemas } from "./client";
import { isProblem } from "./problem";
import { keepSignedIn, person, workspace } from "./session";

export type Me = Schemas["Me"];
export type Workspace = Schemas["Workspace"];
export type Role = Workspace["role"];

const read = async (): Promise<Me> => {
  const call = () => take(api.GET("/me"));
  const me = await call().catch((failure: unknown) => {
    if (!isProblem(failure, "NOT_FOUND") || !workspace.get()) throw failure;
    workspace.set(""); // the workspace of last time is gone, or is not ours any more
    return call();
  });
  person.set(me.user);
  keepSignedIn(true);
  return me;
};

/** Who is signed in, and where. Fails with UNAUTHENTICATED for a visitor. */
export const meQuery = queryOptions({ queryKey: ["me"], queryFn: read, staleTime: 60_000 });

/** Who is signed in. Only within pages for people who are. */
export const useMe = (): Me => useSuspenseQuery(meQuery).data;

/** What the person may do in this workspace: viewers see, editors build, owners manage. */
export function useMay(): { build: boolean; manage: boolean } {
  const role = useMe().workspace?.role;
  return { build: role === "owner" || role === "editor", manage: role === "owner" };
}

/** Forgets everything that was read in the name of another person or workspace. */
export function forget(client: QueryClient): void {
  client.clear();
}

/** Turns this tab to another workspace. */
export function useSwitchWorkspace(): (id: string) => Promise<void> {
  const client = useQueryClient();
  return async (id) => {
    workspace.set(id);
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "me" });
    await client.fetchQuery({ ...meQuery, staleTime: 0 });
  };
}
