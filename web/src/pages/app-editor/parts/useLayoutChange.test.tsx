import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { appQuery, type App } from "~/api/apps";
import type { Tagged } from "~/api/client";
import type { Layout } from "~/api/layouts";
import { tablesQuery } from "~/api/tables";
import type { ToolDraft } from "~/api/tools";
import type { ToastOptions } from "~/ui/toasts";
import { useLayoutChange } from "./useLayoutChange";

type Patch = (
  path: string,
  init: { params: { header: { "If-Match": string } }; body: { tools: ToolDraft[] } },
) => Promise<Tagged<App>>;

const { patch, get, toast, sample } = vi.hoisted(() => ({
  sample: { items: [{ title: "Rye" }, { title: "Oat" }] },
  patch: vi.fn<Patch>(),
  get: vi.fn<() => Promise<Tagged<App>>>(),
  toast: vi.fn<(said: ToastOptions) => void>(),
}));
vi.mock("~/api/client", () => ({ api: { PATCH: patch, GET: get }, takeTagged: (answer: unknown) => answer }));
vi.mock("~/api/inLayout", () => ({
  inLayout: (tool: ToolDraft, layoutTemplate: string) => Promise.resolve({ ...tool, layoutTemplate }),
}));
vi.mock("~/ui", () => ({ toast }));
vi.mock("../draft/useDraft", () => ({
  useDraftSession: () => ({
    get: () => ({ draft: { layoutTemplate: "list", mockData: sample } }),
    edit: () => undefined,
    wayBack: () => ({ run: () => undefined, until: () => () => undefined }),
    flush: () => Promise.resolve(),
    adopt: () => undefined,
  }),
}));

const find = {
  name: "find",
  description: "Finds.",
  layoutTemplate: "list",
  handler: { kind: "query", table: "breads", result: { item: {} } },
} as unknown as ToolDraft;
const state = (rev: number, ...tools: ToolDraft[]): Tagged<App> => ({
  data: { id: "a", tools } as unknown as App,
  etag: `"${rev}"`,
});

test("another layout, and the way back, leave what was typed into the tools meanwhile", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(appQuery("a").queryKey, state(1, find));
  client.setQueryData(tablesQuery("a").queryKey, []);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  patch.mockImplementation((_, { body }) => Promise.resolve(state(9, ...body.tools)));
  const app = state(1, find).data;
  const { result } = renderHook(() => useLayoutChange(app, [{ name: "cards", title: "Cards" } as Layout]), { wrapper });
  const add: ToolDraft = { name: "add", description: "Adds." };
  get.mockResolvedValueOnce(state(2, add, find));
  await result.current.choose({ name: "cards", title: "Cards" } as Layout);
  get.mockResolvedValueOnce(state(4, add, { ...find, layoutTemplate: "cards", description: "Finds bread." }));
  toast.mock.calls[0]?.[0].undo?.run();
  await waitFor(() => expect(patch).toHaveBeenCalledTimes(2));
  const sent = patch.mock.calls.map(([, { params, body }]) => [params.header["If-Match"], body.tools]);
  expect(sent).toEqual([
    ['"2"', [add, { ...find, layoutTemplate: "cards" }]],
    ['"4"', [add, { ...find, description: "Finds bread." }]],
  ]);
});

test("the sample of another layout shows something else, not less", async () => {
  toast.mockClear();
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const list = { name: "list", title: "List", list: "items", sample } as unknown as Layout;
  const details = { name: "details", title: "Details", sample: { title: "Loaf" } } as unknown as Layout;
  const app = state(1, { name: "show", description: "Shows." }).data;
  const { result } = renderHook(() => useLayoutChange(app, [list, details]), { wrapper });
  await result.current.choose(details);
  expect(toast.mock.calls[0]?.[0]).toMatchObject({ title: "Layout: Details", text: "" });
});
