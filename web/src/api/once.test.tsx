import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { useOnce } from "./once";

test("two calls at once are one; after a failure it can be called again", async () => {
  const client = new QueryClient();
  const fn = vi.fn((n: number) => (n === 1 ? Promise.reject(new Error("no")) : Promise.resolve(n)));
  const { result } = renderHook(() => useOnce({ mutationFn: fn }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  const failed = vi.fn();
  await act(async () => {
    result.current.mutate(1, { onError: failed });
    result.current.mutate(1);
  });
  expect(fn).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce());
  await act(async () => result.current.mutate(2));
  expect(fn).toHaveBeenCalledTimes(2);
});
