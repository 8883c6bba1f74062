import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import { createElement, type ReactNode } from "react";
import { expect, test, vi } from "vitest";
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

test("what is live already is not published again, unless a publish would change something", async () => {
  const live = { id: "a", status: "published", liveVersion: 3, draftAhead: false, mcpUrl: null } as App;
  const answers: Record<string, unknown> = { "GET /apps/a": live, "GET /apps/a/changes": { items: [] } };
  const posted = vi.fn();
  vi.stubGlobal("fetch", async (request: Request) => {
    const call = `${request.method} ${new URL(request.url).pathname.replace("/api/v1", "")}`;
    if (request.method === "POST") posted(call);
    const body = JSON.stringify(answers[call] ?? { code: "INTERNAL" });
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
  await act(() => result.current.publish());
  expect(result.current.state).toEqual({ is: "same", version: 3 });
  expect(posted).not.toHaveBeenCalled();
  answers["GET /apps/a/changes"] = { items: [{ field: "tools" }] };
  await act(() => result.current.publish());
  expect(posted).toHaveBeenCalledExactlyOnceWith("POST /apps/a/publish");
  answers["GET /apps/a"] = { ...live, draftAhead: true };
  await act(() => result.current.publish());
  expect(posted).toHaveBeenCalledTimes(2);
  vi.unstubAllGlobals();
});
