import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { forget } from "~/api/me";
import { workspace } from "~/api/session";
import { safeNext } from "./next";

/** What happens once somebody has signed in: what was read before is forgotten, and the page they wanted opens. */
export function useEntered(): (next: string | undefined) => Promise<void> {
  const client = useQueryClient();
  const router = useRouter();
  return async (next) => {
    workspace.set("");
    forget(client);
    router.history.push(safeNext(next) ?? "/apps");
  };
}
