// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import type { Dict, Host, ToolResult } from "@chatui/runtime";
import { playHost, readDraft } from "../../layouts/draft/src/inner.ts";

const draft = {
  html: "<p>",
  app: "a1",
  workspace: "",
  release: "",
  tool: "find_breads",
  args: { vegan: true },
  result: { structuredContent: { n: 1 } },
};
let stop = (): void => {};
afterEach(() => stop());

/** A frame whose messages the test sends and gets, in a host that answers as tried says. */
function stage(tried: ToolResult = {}, shown = draft) {
  const frame = document.createElement("iframe");
  const inner = { postMessage: vi.fn() };
  Object.defineProperty(frame, "contentWindow", { value: inner });
  const host = {
    get: () => ({ theme: "dark", locale: "de", styles: { variables: { "--a": "b" }, fonts: "@font-face{}" } }),
    can: () => true,
    subscribe: () => () => {},
    callTool: vi.fn(async () => tried),
    openExternal: vi.fn(async () => {}),
  };
  const grow = vi.fn();
  stop = playHost(frame, shown, host as unknown as Host, grow);
  const says = (data: unknown, source: unknown = inner): void => {
    const event = new MessageEvent("message", { data });
    Object.defineProperty(event, "source", { value: source });
    window.dispatchEvent(event);
  };
  const asks = async (method: string, params: Dict = {}): Promise<Dict> => {
    says({ jsonrpc: "2.0", id: 1, method, params });
    await vi.waitFor(() => expect(inner.postMessage).toHaveBeenCalled());
    return inner.postMessage.mock.calls.at(-1)?.[0] as Dict;
  };
  return { inner, host, grow, says, asks };
}

test("a result's _meta may hold a draft", () => {
  expect(readDraft({ "berth/draft": { ...draft, arguments: draft.args } })).toEqual(draft);
  for (const odd of [null, {}, { "berth/draft": 5 }, { "berth/draft": { html: "" } }, { "berth/draft": { html: {} } }])
    expect(readDraft(odd)).toBeNull();
});

test("the document gets the handshake, then what the draft's tool answered", async () => {
  const { asks, says, inner } = stage();
  const hello = await asks("ui/initialize", { protocolVersion: "2026-01-26" });
  expect(hello["result"]).toMatchObject({
    protocolVersion: "2026-01-26",
    hostContext: { theme: "dark", locale: "de", styles: { variables: { "--a": "b" }, css: { fonts: "@font-face{}" } } },
  });
  says({ jsonrpc: "2.0", method: "ui/notifications/initialized" });
  const told = inner.postMessage.mock.calls.map(([m]) => m as Dict);
  expect(told.slice(-2).map((m) => m["params"])).toEqual([{ arguments: draft.args }, draft.result]);
});

test("what the document calls is a try of a tool of this draft, whatever it asks for", async () => {
  const { asks, host } = stage({ structuredContent: { data: { n: 2 }, text: "Two.", isError: false } });
  const answer = await asks("tools/call", { name: "publish_app", arguments: { app: "other", confirm: "x" } });
  expect(host.callTool).toHaveBeenCalledExactlyOnceWith("try_app", {
    app: "a1",
    tool: "publish_app",
    arguments: { app: "other", confirm: "x" },
  });
  expect(answer["result"]).toEqual({
    content: [{ type: "text", text: "Two." }],
    structuredContent: { n: 2 },
    isError: false,
  });
});

test("what is live in another workspace is tried there", async () => {
  const { asks, host } = stage({}, { ...draft, workspace: "w2", release: "live" });
  await asks("tools/call", { name: "find_breads", arguments: {} });
  expect(host.callTool).toHaveBeenCalledExactlyOnceWith("try_app", {
    app: "a1",
    workspace: "w2",
    release: "live",
    tool: "find_breads",
    arguments: {},
  });
});

test("a try that is refused is an answer with isError", async () => {
  const refused = { isError: true, content: [{ type: "text", text: "No." }] };
  expect((await stage(refused).asks("tools/call", { name: "x" }))["result"]).toEqual(refused);
});

test("nothing else is answered, and nobody else is listened to", async () => {
  const { asks, says, host, inner, grow } = stage();
  expect((await asks("ui/message", { content: [] }))["error"]).toMatchObject({ code: -32601 });
  inner.postMessage.mockClear();
  says({ jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "x" } }, window);
  says("text");
  expect(host.callTool).not.toHaveBeenCalled();
  expect(inner.postMessage).not.toHaveBeenCalled();
  for (const height of [250.2, -5, 1e9, "5"])
    says({ jsonrpc: "2.0", method: "ui/notifications/size-changed", params: { height } });
  expect(grow.mock.calls).toEqual([[251], [0], [4000]]);
});

test.each([
  "javascript:alert(1)",
  " javascript:alert(1)",
  "data:text/html,x",
  "file:///etc/passwd",
  "",
  "https://example.com/",
])("of links, those to the web open: %s", async (url) => {
  const { asks, host } = stage();
  const good = url.startsWith("https:");
  expect(await asks("ui/open-link", { url })).toHaveProperty(good ? "result" : "error");
  expect(host.openExternal.mock.calls).toEqual(good ? [[{ href: url }]] : []);
});
