import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Invite } from "./Invite";

afterEach(() => vi.unstubAllGlobals());

test("the link, which cannot be shown again, does not close by accident", async () => {
  const made = { url: "https://berth.example/invite/x", expiresAt: "2026-12-01T00:00:00Z" };
  vi.stubGlobal("fetch", () =>
    Promise.resolve(new Response(JSON.stringify(made), { headers: { "Content-Type": "application/json" } })),
  );
  const close = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Invite workspace="w" onClose={close} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Make the link" }));
  await screen.findByText(made.url);
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(close).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "I have copied it" }));
  expect(close).toHaveBeenCalledOnce();
});
