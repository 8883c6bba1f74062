import { afterEach, expect, test, vi } from "vitest";
import { check } from "./check";

const answer = (body: string, init: ResponseInit = {}) =>
  vi.fn(() => Promise.resolve(new Response(body, { headers: { "Content-Type": "application/json" }, ...init })));
afterEach(() => vi.unstubAllGlobals());

const asked = async (fetch: unknown) => {
  vi.stubGlobal("fetch", fetch);
  return (await check("http://berth.test/mcp", new AbortController().signal)).map(({ ok, words }) => [ok, words]);
};
const both = (ok: boolean, words: string) => [
  [ok, words],
  [ok, words],
];
const tools = JSON.stringify({ jsonrpc: "2.0", id: 1, result: { tools: [{ name: "show_boats" }] } });

test("a list of tools is right, as JSON and as a stream", async () => {
  expect(await asked(answer(tools))).toEqual(both(true, "offers show_boats"));
  expect(
    await asked(answer(`event: message\ndata: ${tools}\n\n`, { headers: { "Content-Type": "text/event-stream" } })),
  ).toEqual(both(true, "offers show_boats"));
});

test("an app for persons asks them to sign in", async () => {
  expect(await asked(answer("{}", { status: 401 }))).toEqual(both(true, "asks people to sign in, as it should"));
});

test("everything else is wrong, and said", async () => {
  expect(await asked(answer("{}", { status: 404 }))).toEqual(both(false, "answered 404"));
  expect(await asked(answer("<html>"))).toEqual(both(false, "gave no list of tools"));
  expect(await asked(answer('{"error":{"message":"no"}}'))).toEqual(both(false, "no"));
  expect(await asked(vi.fn(() => Promise.reject(new TypeError())))).toEqual(both(false, "did not answer"));
});
