import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { standing, type App } from "./apps";
import { useTablesAhead, useToolsBehind } from "./releases";

const get = vi.hoisted(() => vi.fn());
vi.mock("./client", () => ({ api: { GET: get }, take: (answer: unknown) => answer, takeTagged: vi.fn() }));

const app = {
  id: "a",
  status: "published",
  origin: "authored",
  draftAhead: false,
  publishVersion: 1,
  updatedAt: "1",
  tools: [{ name: "find", handler: { kind: "query", table: "breads" } }],
} as unknown as App;

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
);

beforeEach(() => void get.mockReset());
const changes = (...titles: string[]) =>
  get.mockReturnValue({
    from: 1,
    items: titles.map((title) => ({ field: "tools", title, text: "", effect: "refresh" })),
  });

test("a draft that is as it was is ahead where its tables make its tools take something else", async () => {
  changes("find: Input");
  const { result } = renderHook(() => useTablesAhead(app), { wrapper });
  await waitFor(() => expect(result.current).toBe(true));
  expect(standing(app, true)).toEqual({ label: "Live, tables are ahead", tone: "warn" });
});

test("it is not where tools take what they took", async () => {
  changes("find: Mode");
  const { result } = renderHook(() => useTablesAhead(app), { wrapper });
  await waitFor(() => expect(get).toHaveBeenCalled());
  expect(result.current).toBe(false);
});

test("the server is asked only about what is live and has tables, and not again where the draft is ahead", () => {
  for (const other of [{ status: "draft" }, { origin: "seeded" }, { tools: [{ name: "x" }] }, { draftAhead: true }])
    renderHook(() => useTablesAhead({ ...app, ...other } as App), { wrapper });
  expect(get).not.toHaveBeenCalled();
  changes();
  renderHook(() => useToolsBehind({ ...app, draftAhead: true }), { wrapper });
  expect(get).toHaveBeenCalledOnce();
});
