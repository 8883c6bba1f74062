import { expect, test, vi } from "vitest";
import type { App } from "~/api/apps";
import type { ToolDraft } from "~/api/tools";
import { callOf, probe } from "./probe";

const tool = (name: string, more: Partial<ToolDraft> = {}): ToolDraft => ({ name, description: "", ...more });
const search = tool("search", { handler: { kind: "query", table: "breads" }, example: { kind: "gone" } });
const add = tool("add", { handler: { kind: "insert", table: "breads" } });

test("what is called unasked only reads, with arguments that it takes", () => {
  expect(callOf([tool("show")])).toEqual({ tool: "show", arguments: { message: "Hello" } });
  expect(callOf([search, add])).toEqual({ tool: "search", arguments: {} });
  expect(callOf([add, search])).toEqual({ tool: "search", arguments: {} });
  expect(callOf([add])).toBeUndefined();
});

test("arguments that an author has chosen are kept to", () => {
  const input = {
    type: "object",
    required: ["city", "message"],
    properties: { city: { type: "string" }, message: { type: "string" }, day: { type: "string" } },
  };
  expect(callOf([{ ...search, input, example: { city: "Porto" } }])?.arguments).toEqual({
    city: "Porto",
    message: "Hello",
  });
});

test("an app for persons that asks to sign in answers as it should, an app for all does not", async () => {
  const request = { url: "/servers/rota/mcp", method: "POST", headers: {}, body: { params: { name: "show" } } };
  const tested = JSON.stringify({ request, response: { result: {} }, durationMs: 1, bytes: 1 });
  vi.stubGlobal("fetch", (input: Request | string) =>
    Promise.resolve(
      typeof input === "string"
        ? new Response("{}", { status: 401 })
        : new Response(tested, { headers: { "Content-Type": "application/json" } }),
    ),
  );
  const called = (access: App["access"], more: Partial<ToolDraft> = {}) =>
    probe({ id: "a", access, tools: [tool("show", more)] } as unknown as App);
  expect(await called("person")).toMatchObject({ ok: true, asks: true, tool: "show" });
  expect(await called("mixed", { scopes: ["profile"] })).toMatchObject({ ok: true, asks: true });
  expect(await called("mixed")).toMatchObject({ ok: false, message: "It answered 401." });
  expect(await called("public")).toMatchObject({ ok: false, message: "It answered 401." });
  vi.unstubAllGlobals();
});
