import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { App } from "~/api/apps";
import { forgetTyped } from "~/data/typed";
import { Who } from "./Who";

const sent = vi.fn();

beforeEach(() => {
  sent.mockReset();
  vi.stubGlobal("fetch", async (request: Request) => {
    const body = (await request.json()) as Partial<App>;
    sent(request.headers.get("If-Match"), body);
    return new Response(JSON.stringify({ ...app("public"), ...body }), {
      headers: { "Content-Type": "application/json", ETag: '"9"' },
    });
  });
});
afterEach(() => {
  forgetTyped("u");
  vi.unstubAllGlobals();
});

const app = (access: App["access"], emails: string[] = []) =>
  ({ id: "a", name: "Notes", access, allow: { emails, domains: [] }, status: "draft" }) as unknown as App;

/** The card; the answer shows what is stored later. */
function show(data: App) {
  const client = new QueryClient();
  client.setQueryData(["me"], { user: { id: "u" }, workspace: { id: "w", role: "owner" } });
  let rev = 0;
  const card = (next: App, readOnly: boolean) => (
    <QueryClientProvider client={client}>
      <Who app={{ data: next, etag: `"${++rev}"` }} readOnly={readOnly} />
    </QueryClientProvider>
  );
  const { rerender } = render(card(data, false));
  return (next: App, readOnly = false) => rerender(card(next, readOnly));
}

const choose = (name: string) => fireEvent.click(screen.getByRole("radio", { name }));
const chosen = () =>
  screen
    .getAllByRole<HTMLInputElement>("radio")
    .find(({ checked }) => checked)
    ?.closest("label")
    ?.getAttribute("aria-label");
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const emails = () => screen.getByLabelText<HTMLTextAreaElement>("E-mail addresses");
const type = (value: string) => fireEvent.change(emails(), { target: { value } });

test("a choice that was taken back is none: what others store later is shown and stays", async () => {
  const later = show(app("public"));
  choose("Only people who sign in");
  choose("Anybody");
  later(app("person"));
  expect(chosen()).toBe("Only people who sign in");
  expect(screen.queryByRole("button", { name: "Drop the changes" })).toBeNull();
  type("ana@example.com");
  press("Save");
  await waitFor(() =>
    expect(sent.mock.calls).toEqual([
      ['"2"', { access: "person", allow: { emails: ["ana@example.com"], domains: [] } }],
    ]),
  );
});

test("a list that says what is stored is forgotten when it is left", () => {
  const later = show(app("person", ["ana@example.com"]));
  type("ana@example.com\n");
  fireEvent.blur(emails());
  later(app("person", ["bo@example.com"]));
  expect(emails().value).toBe("bo@example.com");
});

test("nothing is saved over what others stored after it was begun", () => {
  const later = show(app("person", ["ana@example.com"]));
  type("ana@example.com\ncy@example.com");
  later(app("person", ["bo@example.com"]));
  expect(screen.getByText("bo@example.com").tagName).toBe("STRONG");
  press("Save");
  expect(sent).not.toHaveBeenCalled();
  press("Take the newer");
  expect(emails().value).toBe("bo@example.com");
  expect(screen.queryByText(/changed elsewhere/)).toBeNull();
});

test("what was typed is saved over newer choices when its author says so", async () => {
  const later = show(app("public"));
  choose("Only people who sign in");
  later(app("mixed"));
  press("Keep mine");
  press("Save");
  await waitFor(() => expect(sent.mock.calls).toEqual([['"2"', expect.objectContaining({ access: "person" })]]));
  await waitFor(() => expect(screen.queryByText(/kept in this tab/)).toBeNull());
});

test("who may not write sees what is stored", () => {
  const later = show(app("public"));
  choose("Only people who sign in");
  later(app("public"), true);
  expect(chosen()).toBe("Anybody");
});
