import { afterEach, expect, test, vi } from "vitest";
import { connect } from "../../kit/src/connect.ts";
import { framed, settled } from "./fake.ts";

afterEach(() => vi.useRealTimers());

const everything = { serverTools: {}, message: {}, openLinks: {}, updateModelContext: {} };
const items = (name: string) => ({ items: [{ name }] });
const loading = { toolInput: {}, toolOutput: null, toolResponseMetadata: null, widgetState: null, theme: "light" };

/** A host which answers in both ways as far as a test lets it: window.openai, and the framing window. */
function both(openai: Record<string, unknown> | null = { ...loading }, config: object = {}) {
  const f = framed();
  if (openai) Object.assign(f.win, { openai });
  const host = connect(f.win, "cards", config);
  let renders = 0;
  host.subscribe(() => renders++);
  const notified = (method: string): unknown[] => f.sent.filter((m) => m["method"] === method).map((m) => m["params"]);
  return {
    ...f,
    host,
    renders: () => renders,
    notified,
    inject: (late: object) => Object.assign(f.win, { openai: late }),
    globals: (change: object, named: object = change) => {
      Object.assign((f.win as unknown as { openai: object }).openai, change);
      f.win.dispatchEvent(Object.assign(new Event("openai:set_globals"), { detail: { globals: named } }));
    },
    result: (params: object) => f.post({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params }),
    shake: async (hostCapabilities: object = everything, hostContext: object = {}) => {
      f.post({ jsonrpc: "2.0", id: f.sent[0]?.["id"], result: { hostCapabilities, hostContext } });
      await settled();
    },
    answer: (result: object) => f.post({ jsonrpc: "2.0", id: f.sent.at(-1)?.["id"], result }),
  };
}

const meta = { user: "u" };
const shapes: [string, (output: object) => object][] = [
  ["alone", () => meta],
  ["whole", (output) => ({ _meta: meta, content: [], structuredContent: output })],
  ["mcp_tool_result", (output) => ({ status: "done", mcp_tool_result: { _meta: meta, structuredContent: output } })],
  ["call_tool_result", (output) => ({ call_tool_result: { _meta: meta, content: [], structuredContent: output } })],
];

test.each(shapes)("the _meta of a result that window.openai gives %s", (_, wrap) => {
  const b = both();
  b.globals({ toolOutput: items("a"), toolResponseMetadata: wrap(items("a")) });
  expect(b.host.get()).toMatchObject({ phase: "ready", toolOutput: items("a"), toolResponseMetadata: meta });
});

test("what an app's own _meta calls content or structuredContent is no result", () => {
  for (const own of [{ content: "text" }, { content: ["a"] }, { structuredContent: items("b") }, { _meta: "x" }]) {
    const b = both();
    b.globals({ toolOutput: items("a"), toolResponseMetadata: own });
    expect(b.host.get(), JSON.stringify(own)).toMatchObject({ toolOutput: items("a"), toolResponseMetadata: own });
  }
});

test("a whole result without _meta has none, and one that failed has failed", () => {
  const b = both();
  const failed = { content: [{ type: "text", text: "Sold out" }], isError: true };
  b.globals({ toolOutput: null, toolResponseMetadata: failed });
  expect(b.host.get()).toMatchObject({ phase: "error", message: "Sold out", toolResponseMetadata: null });
});

const told = { structuredContent: { x: 1, y: { b: 1, c: 2 } }, content: [], _meta: { k: 1 } };
const same = { y: { c: 2, b: 1 }, x: 1 };
test.each([
  ["MCP Apps first", true],
  ["window.openai first", false],
])("one result that comes both ways is drawn once: %s", async (_, apps) => {
  const b = both();
  await b.shake();
  const before = b.renders();
  const ways = [() => b.result(told), () => b.globals({ toolOutput: same, toolResponseMetadata: { k: 1 } })];
  for (const way of apps ? ways : ways.reverse()) way();
  expect(b.renders() - before).toBe(1);
  expect(b.host.get()).toMatchObject({ phase: "ready", toolOutput: same, toolResponseMetadata: { k: 1 } });
});

test("the way that says less takes nothing away", () => {
  const failed = {
    structuredContent: { a: 1 },
    content: [{ type: "text", text: "No." }],
    isError: true,
    _meta: { k: 1 },
  };
  const b = both();
  b.result(failed);
  b.globals({ toolOutput: { a: 1 } }); // neither isError nor _meta
  expect(b.host.get()).toMatchObject({ phase: "error", message: "No.", toolResponseMetadata: { k: 1 } });
  const c = both();
  c.globals({ toolOutput: { a: 1 }, toolResponseMetadata: { k: 1 } });
  c.result({ structuredContent: { a: 1 } });
  expect(c.host.get()).toMatchObject({ phase: "ready", toolResponseMetadata: { k: 1 } });
  c.result({ structuredContent: { a: 2 } });
  expect(c.host.get()).toMatchObject({ toolOutput: { a: 2 }, toolResponseMetadata: null });
});

test("a newer result is not undone by old globals that come along with another change", async () => {
  const b = both();
  b.globals({ toolOutput: items("old") });
  await b.shake();
  b.result({ structuredContent: items("new") });
  b.globals({ theme: "dark" });
  expect(b.host.get()).toMatchObject({ theme: "dark", toolOutput: items("new") });
  b.globals({ toolOutput: null });
  expect(b.host.get().phase).toBe("loading"); // another call has begun
  b.globals({ toolOutput: items("newest") });
  expect(b.host.get()).toMatchObject({ phase: "ready", toolOutput: items("newest") });
});

test("the mode that the host names again counts, although it has said it before", async () => {
  const b = both({ ...loading, displayMode: "inline", requestDisplayMode: async () => ({ mode: "pip" }) });
  await b.host.requestDisplayMode({ mode: "pip" });
  b.globals({}, { displayMode: "inline" });
  expect(b.host.get().displayMode).toBe("inline");
});

test("each action goes one way, once", async () => {
  const calls: unknown[] = [];
  const openai = Object.fromEntries(
    [
      "callTool",
      "sendFollowUpMessage",
      "openExternal",
      "requestDisplayMode",
      "requestClose",
      "setWidgetState",
      "uploadFile",
    ].map((name) => [name, async (...args: unknown[]) => (calls.push([name, ...args]), { mode: "pip" })]),
  );
  const b = both({ ...loading, ...openai });
  await b.host.callTool("early", {}); // before the framing window has answered
  expect(calls).toEqual([["callTool", "early", {}]]);
  expect(b.notified("tools/call")).toEqual([]);
  await b.shake(everything, { availableDisplayModes: ["inline", "fullscreen", "pip"] });
  calls.length = 0;
  const sentBefore = b.sent.length;

  const asked = [
    () => b.host.callTool("add", { a: 1 }),
    () => b.host.sendFollowUpMessage({ prompt: "more" }),
    () => b.host.openExternal({ href: "https://x.example/" }),
    () => b.host.requestDisplayMode({ mode: "fullscreen" }),
  ];
  for (const ask of asked) {
    const answered = ask();
    b.answer({ content: [], mode: "fullscreen" });
    await answered;
  }
  expect(b.sent.slice(sentBefore).map((m) => m["method"])).toEqual([
    "tools/call",
    "ui/message",
    "ui/open-link",
    "ui/request-display-mode",
  ]);
  expect(calls).toEqual([]);

  const sent = b.sent.length;
  await b.host.setWidgetState({ starred: 1 });
  await b.host.requestClose();
  await b.host.requestDisplayMode({ mode: "pip" });
  await b.host.uploadFile({} as File);
  expect(calls.map((call) => (call as string[])[0])).toEqual([
    "setWidgetState",
    "requestClose",
    "requestDisplayMode",
    "uploadFile",
  ]);
  expect(b.sent).toHaveLength(sent);
});

test("a call that one way refuses is not made again by the other", async () => {
  const callTool = vi.fn();
  const b = both({ ...loading, callTool });
  await b.shake();
  const called = b.host.callTool("pay", {});
  b.post({ jsonrpc: "2.0", id: b.sent.at(-1)?.["id"], error: { code: -32000, message: "Not allowed" } });
  await expect(called).rejects.toThrow("Not allowed");
  expect(callTool).not.toHaveBeenCalled();
});

test("what the framing window does not offer is asked of window.openai", async () => {
  const callTool = vi.fn(async () => ({ structuredContent: { ok: true } }));
  const b = both({ ...loading, callTool });
  await b.shake({ message: {} });
  expect((await b.host.callTool("x", {})).structuredContent).toEqual({ ok: true });
  expect(callTool).toHaveBeenCalledOnce();
  expect(b.notified("tools/call")).toEqual([]);
});

test("the height goes both ways, each in its own shape, as soon as each can take it", async () => {
  const notifyIntrinsicHeight = vi.fn();
  const b = both({ ...loading, notifyIntrinsicHeight });
  b.host.notifyIntrinsicHeight({ height: 640 });
  expect(notifyIntrinsicHeight.mock.calls).toEqual([[{ height: 640 }]]);
  expect(b.notified("ui/notifications/size-changed")).toEqual([]);
  await b.shake();
  expect(b.notified("ui/notifications/size-changed")).toEqual([{ height: 640 }]);
  b.host.notifyIntrinsicHeight({ height: 640 });
  b.host.notifyIntrinsicHeight({ height: 300 });
  expect(notifyIntrinsicHeight.mock.calls).toEqual([[{ height: 640 }], [{ height: 300 }]]);
  expect(b.notified("ui/notifications/size-changed")).toEqual([{ height: 640 }, { height: 300 }]);
});

test("a host that has window.openai alone: its frame never answers", async () => {
  vi.useFakeTimers();
  const callTool = vi.fn(async () => ({ structuredContent: { ok: true } }));
  const b = both({ ...loading, callTool });
  b.globals({ toolOutput: items("a") });
  await vi.advanceTimersByTimeAsync(200_000);
  expect(b.host.get()).toMatchObject({ phase: "ready", toolOutput: items("a") });
  expect(b.host.kind).toBe("openai");
  expect((await b.host.callTool("x", {})).structuredContent).toEqual({ ok: true });
  expect(b.sent.map((m) => m["method"])).toEqual(["ui/initialize"]);
});

test("a host that answers late, after the globals and the first calls", async () => {
  vi.useFakeTimers();
  const b = both({ ...loading, theme: "dark", locale: "de", callTool: async () => ({}) });
  b.globals({ toolOutput: items("a") });
  await vi.advanceTimersByTimeAsync(60_000);
  b.post({
    jsonrpc: "2.0",
    id: b.sent[0]?.["id"],
    result: { hostCapabilities: everything, hostContext: { locale: "fr", availableDisplayModes: ["inline"] } },
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(b.host.get()).toMatchObject({ theme: "dark", locale: "fr", toolOutput: items("a"), displayModes: ["inline"] });
  void b.host.callTool("x", {}).catch(() => {});
  expect(b.notified("tools/call")).toEqual([{ name: "x", arguments: {} }]);
});

test("window.openai that comes after the handshake adds what it has", async () => {
  const b = both(null, { data: items("shown meanwhile") });
  expect([b.host.kind, b.host.get().phase]).toEqual(["mcp-apps", "ready"]);
  await b.shake({});
  b.result({ structuredContent: items("a"), _meta: { k: 1 } });
  expect([b.host.can("callTool"), b.host.can("uploadFile")]).toEqual([false, false]);
  const before = b.renders();
  b.inject({ ...loading, uploadFile: async () => ({ fileId: "f" }), callTool: async () => ({}) });
  b.globals({});
  expect(b.renders()).toBeGreaterThan(before); // controls that it makes possible show
  expect([b.host.can("callTool"), b.host.can("uploadFile"), b.host.kind]).toEqual([true, true, "openai"]);
  expect(b.host.get()).toMatchObject({ phase: "ready", toolOutput: items("a"), toolResponseMetadata: { k: 1 } });
});

test("a page that may not post messages works by window.openai alone", async () => {
  const f = framed();
  const parent = {
    postMessage: () => {
      throw new DOMException("no", "SecurityError");
    },
  };
  const callTool = vi.fn(async () => ({ structuredContent: { ok: true } }));
  const notifyIntrinsicHeight = vi.fn();
  Object.assign(f.win, { parent, openai: { ...loading, toolOutput: items("a"), callTool, notifyIntrinsicHeight } });
  const host = connect(f.win, "cards", {});
  f.post({ jsonrpc: "2.0", id: 1, method: "ping" }, parent);
  await settled();
  host.notifyIntrinsicHeight({ height: 9 });
  expect(host.get()).toMatchObject({ phase: "ready", toolOutput: items("a") });
  expect((await host.callTool("x", {})).structuredContent).toEqual({ ok: true });
  expect(notifyIntrinsicHeight).toHaveBeenCalledExactlyOnceWith({ height: 9 });
});

test("state of the person is kept where it outlives the page, and not said twice", async () => {
  const setWidgetState = vi.fn(async () => {});
  const b = both({ ...loading, setWidgetState });
  await b.shake();
  const before = b.renders();
  await b.host.setWidgetState({ starred: ["a"] });
  b.globals({ widgetState: { starred: ["a"] } });
  expect(b.renders() - before).toBe(1);
  expect(setWidgetState).toHaveBeenCalledOnce();
  expect(b.notified("ui/update-model-context")).toEqual([]);
});

const links: [unknown, string | null][] = [
  [{ url: "/parts?tag=bolt" }, "/parts?tag=bolt"],
  [{ url: "/" }, "/"],
];
const bad = [
  "//evil.example",
  "/\\evil.example",
  "https://evil.example/a",
  "javascript:x",
  "/a#b",
  "/a b",
  3,
  undefined,
];
test.each([...links, ...[...bad.map((url) => ({ url })), null, "text"].map((link): [unknown, null] => [link, null])])(
  "a deep link %j leads to %j",
  async (link, want) => {
    const b = both(null);
    await b.shake({}, { "openai/deepLink": { url: "/before" } });
    expect(b.host.get().deepLink).toBe("/before");
    b.post({ jsonrpc: "2.0", method: "ui/notifications/host-context-changed", params: { theme: "dark" } });
    expect(b.host.get().deepLink).toBe("/before");
    b.post({ jsonrpc: "2.0", method: "ui/notifications/host-context-changed", params: { "openai/deepLink": link } });
    expect(b.host.get().deepLink).toBe(want);
  },
);
