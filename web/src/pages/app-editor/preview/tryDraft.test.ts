import { expect, test, vi } from "vitest";
import type { Result } from "./bridge";
import { tryExample } from "./tryDraft";

test("an example that finds nothing any more is left out", async () => {
  const some: Result = { structuredContent: { items: [{ title: "Rye" }] } };
  const none: Result = { structuredContent: { items: [], empty: "Nothing found." } };
  const call = vi.fn((args: Record<string, unknown>) => Promise.resolve(args["kind"] === "gone" ? none : some));
  expect(await tryExample(call, { kind: "gone" })).toBe(some);
  expect(call.mock.calls).toEqual([[{ kind: "gone" }], [{}]]);
  expect(await tryExample(call, { kind: "rye" })).toBe(some);
  expect(await tryExample(call, null)).toBe(some);
  expect(call.mock.calls.slice(2)).toEqual([[{ kind: "rye" }], [{}]]);
});
