import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { appQuery, changeApp, type App } from "~/api/apps";
import type { Tagged } from "~/api/client";
import { ApiProblem } from "~/api/problem";
import type { ToolDraft } from "~/api/tools";
import { useTools } from "./useTools";

type Patch = (path: string, init: { body: { tools: ToolDraft[] } }) => Promise<Tagged<App>>;

const patch = vi.hoisted(() => vi.fn<Patch>());
const get = vi.hoisted(() => vi.fn<() => Promise<Tagged<App>>>());
vi.mock("~/api/client", () => ({ api: { PATCH: patch, GET: get }, takeTagged: (answer: unknown) => answer }));

const find: ToolDraft = { name: "find", description: "Finds.", mode: "live" };
const state = (rev: number, ...tools: ToolDraft[]): Tagged<App> => ({
  data: { id: "a", tools } as unknown as App,
  etag: `"${rev}"`,
});

/** The hook over an app with one tool. What is saved waits until it is answered. */
function show() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(appQuery("a").queryKey, state(1, find));
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const mode = (rev: number, tool: ToolDraft) => changeApp(client, "a", () => Promise.resolve(state(rev, tool)));
  return { client, mode, ...renderHook(() => useTools("a"), { wrapper }) };
}

const saved = () => patch.mock.calls.map(([, { body }]) => body.tools);

beforeEach(() => {
  patch.mockReset();
  patch.mockImplementation((_, { body }) => Promise.resolve(state(9, ...body.tools)));
});

test("a mode that is set before a list is saved stays, and is shown", async () => {
  const { mode, result, unmount } = show();
  act(() => result.current.put([{ ...find, description: "Finds bread." }]));
  await act(() => mode(2, { ...find, mode: "mock" }));
  const want = [{ ...find, description: "Finds bread.", mode: "mock" }];
  await waitFor(() => expect(result.current.list).toEqual(want));
  unmount();
  await waitFor(() => expect(saved()).toEqual([want]));
});

test("a mode that was asked for when the list is sent stays, too", async () => {
  const { mode, result, unmount } = show();
  act(() => result.current.put([{ ...find, description: "Finds bread." }]));
  const first = mode(2, { ...find, mode: "mock" });
  unmount();
  await first;
  await waitFor(() => expect(saved()).toEqual([[{ ...find, description: "Finds bread.", mode: "mock" }]]));
});

test("a mode of the list itself is saved, also one that is taken back while it is on its way", async () => {
  vi.useFakeTimers();
  const { result } = show();
  let answer = (_: Tagged<App>) => {};
  patch.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  act(() => result.current.put([{ ...find, mode: "mock" }]));
  await act(() => vi.runOnlyPendingTimersAsync());
  act(() => result.current.put([find]));
  await act(async () => answer(state(2, { ...find, mode: "mock" })));
  expect(result.current.list).toEqual([find]);
  await act(() => vi.runOnlyPendingTimersAsync());
  vi.useRealTimers();
  expect(saved()).toEqual([[{ ...find, mode: "mock" }], [find]]);
});

test("what somebody else has saved meanwhile takes nothing of what was typed", async () => {
  const { result, unmount } = show();
  const titled = { ...find, title: "Find" };
  get.mockResolvedValue(state(2, titled));
  patch.mockRejectedValueOnce(new ApiProblem(412, "PRECONDITION_FAILED", "It was changed."));
  act(() => result.current.put([{ ...find, description: "Finds bread." }]));
  unmount();
  await waitFor(() => expect(saved()[1]).toEqual([{ ...titled, description: "Finds bread." }]));
});

test("a page with what is not saved does not go without asking, and saves it", async () => {
  const { result } = show();
  const leave = () => {
    const event = new Event("beforeunload", { cancelable: true });
    dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(leave()).toBe(false);
  act(() => result.current.put([{ ...find, description: "Finds bread." }]));
  let asked = false;
  act(() => {
    asked = leave();
  });
  expect(asked).toBe(true);
  await waitFor(() => expect(result.current.saving).toBe("saved"));
  expect(leave()).toBe(false);
});

test("what somebody else has saved is kept though it is known here before the list is sent, and through what is typed after it", async () => {
  const { client, result, unmount } = show();
  act(() => result.current.put([{ ...find, description: "Finds bread." }]));
  const titled = { ...find, title: "Find" };
  act(() => void client.setQueryData(appQuery("a").queryKey, state(2, titled))); // as when the window has the focus again
  act(() => result.current.put([{ ...find, description: "Finds bread and cake." }]));
  unmount();
  await waitFor(() => expect(saved()).toEqual([[{ ...titled, description: "Finds bread and cake." }]]));
});

test("what is typed while a list is on its way does not undo what others have changed in that", async () => {
  const { client, result, unmount } = show();
  const titled = { ...find, title: "Find" };
  let answer = (_: Tagged<App>) => {};
  patch.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  act(() => result.current.put([{ ...find, description: "Finds bread." }]));
  client.setQueryData(appQuery("a").queryKey, state(2, titled));
  unmount();
  await waitFor(() => expect(saved()).toHaveLength(1));
  act(() => result.current.put([{ ...find, description: "Finds cake." }]));
  answer(state(3, { ...titled, description: "Finds bread." }));
  await waitFor(() => expect(saved()[1]).toEqual([{ ...titled, description: "Finds cake." }]));
});

test("what was typed stays when nobody can say what somebody else has saved", async () => {
  const { result } = show();
  const typed = [{ ...find, description: "Finds bread." }];
  patch.mockRejectedValueOnce(new ApiProblem(412, "PRECONDITION_FAILED", "It was changed."));
  get.mockRejectedValueOnce(new Error("nobody answers"));
  act(() => result.current.put(typed));
  await waitFor(() => expect(result.current.saving).toBe("refused"));
  expect(result.current.list).toEqual(typed);
});

test("what is made of the present list keeps what was typed since it was thought of", async () => {
  const { result, unmount } = show();
  const { put } = result.current;
  act(() => put([{ ...find, description: "Finds bread." }]));
  const add: ToolDraft = { name: "add", description: "Adds." };
  act(() => put((now) => [add, ...now]));
  unmount();
  await waitFor(() => expect(saved()).toEqual([[add, { ...find, description: "Finds bread." }]]));
});
