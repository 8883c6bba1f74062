import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { appQuery, type App } from "~/api/apps";
import { ApiProblem, Unreachable } from "~/api/problem";
import { tablesQuery } from "~/api/tables";
import Unkept from "./Unkept";

const { calls, flush, toast, same } = vi.hoisted(() => ({
  same: (answer: unknown) => answer,
  calls: { GET: vi.fn(), POST: vi.fn(), PATCH: vi.fn(), DELETE: vi.fn() },
  flush: vi.fn<() => Promise<boolean>>(),
  toast: vi.fn(),
}));
vi.mock("~/api/client", () => ({ api: calls, take: same, takeTagged: same }));
vi.mock("~/ui/toasts", async (original) => ({ ...(await original<object>()), toast }));
vi.mock("../draft/useDraft", () => ({ useDraftSession: () => ({ flush, adopt: () => undefined }) }));

const form = (title: string) => ({ title, tool: "book", fields: [{ name: "day" }] });
const state = (rev: number, title: string) => ({
  data: { id: "a", mockData: form(title), tools: [{ name: "ask", mockData: null }] } as unknown as App,
  etag: `"${rev}"`,
});

beforeEach(() => {
  for (const call of [...Object.values(calls), flush, toast]) call.mockReset();
  flush.mockResolvedValue(true);
  calls.POST.mockResolvedValue({});
  calls.DELETE.mockResolvedValue({});
  calls.PATCH.mockResolvedValue(state(3, "New"));
  calls.GET.mockImplementation((path: string) =>
    Promise.resolve(path.endsWith("tables") ? { items: [] } : state(2, "New")),
  );
});

function press() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  client.setQueryData(appQuery("a").queryKey, state(1, "Old"));
  client.setQueryData(tablesQuery("a").queryKey, []);
  render(
    <QueryClientProvider client={client}>
      <Unkept app={state(1, "Old").data} readOnly={false} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Keep it in a table" }));
}

test("the form stays as it was saved last", async () => {
  press();
  await waitFor(() => expect(calls.PATCH).toHaveBeenCalledOnce());
  const { params, body } = calls.PATCH.mock.calls[0]?.[1] as { params: object; body: { tools: object[] } };
  expect(params).toMatchObject({ header: { "If-Match": '"2"' } });
  expect(body.tools).toMatchObject([{ name: "ask", mockData: { title: "New" } }, { name: "book" }]);
  expect(calls.DELETE).not.toHaveBeenCalled();
});

test("nothing is made while something is not saved", async () => {
  flush.mockResolvedValue(false);
  press();
  await waitFor(() => expect(toast).toHaveBeenCalledOnce());
  expect(calls.POST).not.toHaveBeenCalled();
  expect(calls.PATCH).not.toHaveBeenCalled();
});

test("a table that no tool fills does not stay", async () => {
  calls.PATCH.mockRejectedValue(new ApiProblem(412, "PRECONDITION_FAILED", "Somebody else changed it."));
  press();
  await waitFor(() => expect(toast).toHaveBeenCalledOnce());
  expect(calls.DELETE).toHaveBeenCalledWith("/apps/{id}/tables/{table}", {
    params: { path: { id: "a", table: "answers" } },
  });
});

test("a table stays that a tool may fill, for all that is known", async () => {
  calls.PATCH.mockRejectedValue(new Unreachable());
  press();
  await waitFor(() => expect(toast).toHaveBeenCalledOnce());
  expect(calls.DELETE).not.toHaveBeenCalled();
});
