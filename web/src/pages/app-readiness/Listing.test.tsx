import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listingQuery } from "~/api/apps";
import type { Schemas } from "~/api/client";
import { forgetTyped } from "~/data/typed";
import { Listing } from "./Listing";

const sent = vi.fn();
/** What the server has. */
let present: Schemas["Listing"];

beforeEach(() => {
  sent.mockReset();
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "PUT") {
      present = (await request.json()) as Schemas["Listing"];
      sent(present);
    }
    return new Response(JSON.stringify(present), { headers: { "Content-Type": "application/json" } });
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

function Card({ build }: { build: boolean }) {
  const { data } = useQuery({ ...listingQuery("a"), staleTime: Infinity });
  return data && <Listing id="a" listing={data} build={build} />;
}

/** The card; the answer shows what is stored later. */
function show(stored: Schemas["Listing"]) {
  const client = new QueryClient();
  client.setQueryData(["me"], { user: { id: "u" }, workspace: { id: "w", role: "owner" } });
  const { queryKey } = listingQuery("a");
  client.setQueryData(queryKey, (present = stored));
  const card = (build: boolean) => (
    <QueryClientProvider client={client}>
      <Card build={build} />
    </QueryClientProvider>
  );
  const { rerender } = render(card(true));
  return (next: Schemas["Listing"], build = true) => {
    client.setQueryData(queryKey, (present = next));
    rerender(card(build));
  };
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const tagline = () => screen.getByLabelText<HTMLInputElement>("Tagline");
const type = (value: string) => fireEvent.change(tagline(), { target: { value } });

test("nothing is saved over what others stored after it was begun", async () => {
  const later = show(listing("Bread"));
  type("Fresh bread");
  later(listing("Cake", "Ann"));
  expect((await screen.findByText("Cake")).tagName).toBe("STRONG");
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

test("what others stored while the page stood open stays", async () => {
  show(listing("Bread"));
  type("Fresh bread");
  present = listing("Bread", "Ann");
  press("Save");
  await waitFor(() => expect(sent.mock.calls).toEqual([[listing("Fresh bread", "Ann")]]));
});

test("what others stored in the same field while the page stood open is not saved over", async () => {
  show(listing("Bread"));
  type("Fresh bread");
  present = listing("Cake");
  press("Save");
  await waitFor(() => expect(screen.getByText("Cake").tagName).toBe("STRONG"));
  expect(sent).not.toHaveBeenCalled();
  expect(tagline().value).toBe("Fresh bread");
});

test("who may not build sees what is stored", () => {
  const later = show(listing("Bread"));
  type("Fresh bread");
  later(listing("Bread"), false);
  expect(tagline().value).toBe("Bread");
});
