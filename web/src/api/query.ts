import { QueryClient } from "@tanstack/react-query";
import { Unreachable } from "./problem";
import { reachable } from "./server";

/** Reads are tried again when the server did not answer, never when it refused; what failed is read anew once it is back. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        networkMode: "always",
        retry: (count, failure) => failure instanceof Unreachable && count < 2,
        retryDelay: (n) => 400 * 2 ** n,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
  reachable.subscribe(() => {
    if (reachable.get()) void client.refetchQueries({ predicate: (q) => q.state.status === "error" || q.isActive() });
  });
  return client;
}
