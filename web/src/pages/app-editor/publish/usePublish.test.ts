import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import { createElement, type ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { appQuery, type App } from "~/api/apps";
import type { DraftSession } from "../draft/session";
import { SessionContext } from "../draft/useDraft";
import { heldProblems, usePublish } from "./usePublish";

test("what is held back, and text that is not the data yet, keep a draft from being published", () => {
  expect(heldProblems({ held: {}, unfinished: null })).toEqual({ is: "unsaved" });
  expect(
    heldProblems({
      held: { themeVariables: { value: {}, problems: [{ at: "light.accent", message: "A colour." }] } },
      unfinished: { text: "{", over: {} },
    }),
  ).toMatchObject({
    is: "refused",
    problems: [{ location: "body.themeVariables.light.accent" }, { location: "body.mockData" }],
  });
});

const live = { id: "a", status: "published", liveVersion: 3, draftAhead: false, mcpUrl: null } as App;

/** The hook, with a server that answers so, by method and path, and fails otherwise. */
function publishing(answers: Record<string, unknown>) {
  const posted = vi.fn();
  vi.stubGlobal("fetch", async (request: Request) => {
    const call = `${request.method} ${new URL(request.url).pathname.replace("/api/v1", "")}`;
    if (request.method === "POST") posted(call);
    const body = JSON.stringify((await answers[call]) ?? { code: "INTERNAL" });
    return new Response(body, {
      status: call in answers ? 200 : 500,
      headers: { "Content-Type": "application/json" },
    });
  });
  const client = new QueryClient();
  client.setQueryData(appQuery("a").queryKey, { data: live, etag: '"1"' });
  const session = { flush: async () => true, get: () => ({ unfinished: null }), adopt: () => undefined };
  const { result } = renderHook(() => usePublish("a"), {
    wrapper: ({ children }: { children: ReactNode }) =>
      createElement(
        QueryClientProvider,
        { client },
        createElement(SessionContext, { value: session as unknown as DraftSession }, children),
      ),
  });
  return { result, posted };
}

afterEach(() => vi.unstubAllGlobals());

test("what is live already is not published again, unless a publish would change something", async () => {
  const answers: Record<string, unknown> = { "GET /apps/a": live, "GET /apps/a/changes": { items: [] } };
  const { result, posted } = publishing(answers);
  await act(() => result.current.publish());
  expect(result.current.state).toEqual({ is: "same", version: 3 });
  expect(posted).not.toHaveBeenCalled();
  answers["GET /apps/a/changes"] = { items: [{ field: "tools" }] };
  await act(() => result.current.publish());
  expect(posted).toHaveBeenCalledExactlyOnceWith("POST /apps/a/publish");
  answers["GET /apps/a"] = { ...live, draftAhead: true };
  await act(() => result.current.publish());
  expect(posted).toHaveBeenCalledTimes(2);
});

test("what was said of a publish stays closed when its call comes back", async () => {
  let answer = (_: unknown) => undefined as void;
  const ahead = { ...live, draftAhead: true, tools: [{ name: "show", description: "", handler: { kind: "mock" } }] };
  const { result, posted } = publishing({
    "GET /apps/a": ahead,
    "POST /apps/a/publish": ahead,
    "POST /apps/a/test": new Promise((resolve) => (answer = resolve)),
  });
  let done: Promise<void> | undefined;
  act(() => void (done = result.current.publish()));
  await vi.waitFor(() => expect(posted).toHaveBeenCalledTimes(2));
  expect(result.current.state).toMatchObject({ is: "live" });
  act(() => result.current.close());
  await act(async () => {
    answer({});
    await done;
  });
  expect(result.current.state).toEqual({ is: "idle" });
});
