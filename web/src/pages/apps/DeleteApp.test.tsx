import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { App } from "~/api/apps";
import Toasts from "~/ui/Toast";
import { DeleteApp } from "./DeleteApp";

const app = {
  id: "a",
  name: "Bakery",
  status: "published",
  publishVersion: 2,
  mcpSlug: "bakery",
  tools: [{ name: "show", description: "", handler: { kind: "query", table: "breads" } }],
} as unknown as App;

/** What the server has, by method and path; a number is a failure with that status. */
let has: Record<string, string | number>;
let sent: { call: string; body: string }[];

beforeEach(() => {
  sent = [];
  has = {
    "GET /apps/a/tables": '{"items":[{"name":"breads","title":"Breads","columns":[],"ownedRows":false,"rows":3}]}',
    "GET /apps/a/tables/breads/rows":
      '{"items":[{"id":"1","values":{"grams":12345678901234567890.10},"owner":null},{"id":"2","values":{"grams":2},"owner":"p"}],"nextCursor":"next"}',
    "GET /apps/a/tables/breads/rows next": '{"items":[{"id":"3","values":{"grams":3},"owner":null}],"nextCursor":null}',
    "GET /apps/a/secrets": '{"items":[{"name":"API_KEY"}]}',
    "GET /apps/a/webhooks": '{"items":[]}',
    "GET /apps/a/listing": '{"tagline":""}',
    "DELETE /apps/a": "null",
    "POST /apps": '{"id":"b"}',
  };
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    const call = `${request.method} ${pathname.replace("/api/v1", "")} ${searchParams.get("cursor") ?? ""}`.trim();
    sent.push({ call, body: await request.text() });
    const answer = has[call] ?? 404;
    const headers = { "Content-Type": "application/json" };
    return typeof answer === "number"
      ? new Response('{"code":"INTERNAL","detail":"It broke."}', { status: answer, headers })
      : new Response(answer, { headers });
  });
});
afterEach(() => vi.unstubAllGlobals());

const calls = () => sent.map(({ call }) => call);

async function ask() {
  const root = createRootRoute();
  const page = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component });
  const router = createRouter({
    routeTree: root.addChildren([
      page("/", () => <DeleteApp app={app} onClose={() => undefined} />),
      page("/other", () => <p>Other</p>),
    ]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
      <Toasts />
    </QueryClientProvider>,
  );
  fireEvent.change(await screen.findByLabelText(/to confirm/), { target: { value: "Bakery" } });
  return router;
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("what is brought back has its tables and their rows, to the digit, but for rows of people", async () => {
  await ask();
  press("Delete the app");
  await screen.findByText("Gone for good: a row that belongs to somebody, the secret API_KEY, its releases and calls.");
  expect(calls().at(-1)).toBe("DELETE /apps/a");
  press("Bring back");
  await screen.findByText(
    "Not back: a row that belongs to somebody, the secret API_KEY, its releases and calls. Publish it to serve it again.",
  );
  const { body } = sent.find(({ call }) => call === "POST /apps")!;
  expect(body).toContain(
    '"tables":[{"name":"breads","title":"Breads","columns":[],"ownedRows":false,"rows":[{"grams":12345678901234567890.10},{"grams":3}]}]',
  );
  expect(JSON.parse(body)).toMatchObject({ name: "Bakery", mcpSlug: "bakery" });
});

test("more rows than a new app takes are sent after it, and without all of them it is not made", async () => {
  const items = Array.from({ length: 2500 }, (_, i) => ({ id: `${i}`, values: { n: i }, owner: null }));
  has["GET /apps/a/tables/breads/rows"] = JSON.stringify({ items, nextCursor: null });
  has["POST /apps/b/tables/breads/rows"] = 500;
  has["DELETE /apps/b"] = "null";
  await ask();
  press("Delete the app");
  await screen.findByText("Bakery is deleted");
  press("Bring back");
  await screen.findByText("Bakery could not be brought back");
  expect(calls().at(-1)).toBe("DELETE /apps/b");
  has["POST /apps/b/tables/breads/rows"] = "{}";
  sent = [];
  press("Try again");
  await screen.findByText("Bakery is back as a draft");
  expect(sent.map(({ body }) => body && (JSON.parse(body) as { rows?: unknown[] }).rows?.length)).toEqual(
    expect.arrayContaining([1000, 1000, 500]),
  );
});

test("what cannot be read is said before anything is deleted, and asked again", async () => {
  has["GET /apps/a/tables/breads/rows"] = 500;
  await ask();
  press("Delete the app");
  expect((await screen.findByRole("alert")).textContent).toContain("Its tables and rows could not be read");
  expect(calls()).not.toContain("DELETE /apps/a");
  press("Delete it all the same");
  await screen.findByText("Gone for good: all but its draft.");
});

test("the offer has no time limit, and goes with the page", async () => {
  const router = await ask();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  press("Delete the app");
  await screen.findByText("Bakery is deleted");
  await act(() => vi.advanceTimersByTimeAsync(600_000));
  expect(screen.getByRole("button", { name: "Bring back" })).toBeTruthy();
  vi.useRealTimers();
  await act(() => router.navigate({ to: "/other" } as never));
  await waitFor(() => expect(screen.queryByText("Bakery is deleted")).toBeNull());
});
