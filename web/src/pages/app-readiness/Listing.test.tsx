import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Schemas } from "~/api/client";
import { forgetTyped } from "~/data/typed";
import { Listing } from "./Listing";

const sent = vi.fn();

beforeEach(() => {
  sent.mockReset();
  vi.stubGlobal("fetch", async (request: Request) => {
    const body: unknown = await request.json();
    sent(body);
    return new Response(JSON.stringify(body), { headers: { "Content-Type": "application/json" } });
  });
});
afterEach(() => {
  forgetTyped("u");
  vi.unstubAllGlobals();
});

const listing = (tagline: string, company = ""): Schemas["Listing"] => ({
  tagline,
  company,
  category: "",
  iconUrl: "",
  privacyUrl: "",
  supportUrl: "",
  websiteUrl: "",
});

/** The card; the answer shows what is stored later. */
function show(stored: Schemas["Listing"]) {
  const client = new QueryClient();
  client.setQueryData(["me"], { user: { id: "u" }, workspace: { id: "w", role: "owner" } });
  const card = (next: Schemas["Listing"], build: boolean) => (
    <QueryClientProvider client={client}>
      <Listing id="a" listing={next} build={build} />
    </QueryClientProvider>
  );
  const { rerender } = render(card(stored, true));
  return (next: Schemas["Listing"], build = true) => rerender(card(next, build));
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const tagline = () => screen.getByLabelText<HTMLInputElement>("Tagline");
const type = (value: string) => fireEvent.change(tagline(), { target: { value } });

test("nothing is saved over what others stored after it was begun", () => {
  const later = show(listing("Bread"));
  type("Fresh bread");
  later(listing("Cake", "Ann"));
  expect(screen.getByText("Cake").tagName).toBe("STRONG");
  expect(screen.queryByText("Ann")).toBeNull();
  press("Save");
  expect(sent).not.toHaveBeenCalled();
  press("Take the newer");
  expect(tagline().value).toBe("Cake");
  expect(screen.queryByText(/changed elsewhere/)).toBeNull();
});

test("what was typed is saved over newer fields when its author says so, and leaves the others", async () => {
  const later = show(listing("Bread"));
  type(" Fresh bread ");
  later(listing("Cake", "Ann"));
  press("Keep mine");
  press("Save");
  await waitFor(() => expect(sent.mock.calls).toEqual([[listing("Fresh bread", "Ann")]]));
  await waitFor(() => expect(screen.queryByText(/kept in this tab/)).toBeNull());
});

test("who may not build sees what is stored", () => {
  const later = show(listing("Bread"));
  type("Fresh bread");
  later(listing("Bread"), false);
  expect(tagline().value).toBe("Bread");
});
