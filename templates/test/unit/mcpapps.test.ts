import { connect } from "../../kit/src/connect.ts";
import { afterEach, expect, test, vi } from "vitest";
import { type Framed, framed, settled } from "./fake.ts";

afterEach(() => vi.useRealTimers());

async function setup(
  capabilities: object = { serverTools: {}, message: {}, openLinks: {}, updateModelContext: {} },
  context: object = {},
) {
  const f = framed();
  const host = connect(f.win, "cards", { prefer: "mcp-apps" });
  f.post({
    jsonrpc: "2.0",
    id: f.sent[0]?.["id"],
    result: { protocolVersion: "2026-01-26", hostInfo: {}, hostCapabilities: capabilities, hostContext: context },
  });
  await settled();
  return { ...f, host };
}

const answer = (f: Framed, result: object): void => f.post({ jsonrpc: "2.0", id: f.sent.at(-1)?.["id"], result });

test("shakes hands in order and takes over the context", async () => {
  const { sent, host } = await setup(
    {},
    { theme: "dark", locale: "de", containerDimensions: { maxHeight: 500 }, safeAreaInsets: { top: 3 } },
  );
  expect(sent[0]).toMatchObject({
    jsonrpc: "2.0",
    method: "ui/initialize",
    params: { protocolVersion: "2026-01-26", appInfo: { name: "cards" } },
  });
  expect(sent[1]).toEqual({ jsonrpc: "2.0", method: "ui/notifications/initialized", params: {} });
  expect(host.get()).toMatchObject({
    theme: "dark",
    locale: "de",
    maxHeight: 500,
    safeArea: { top: 3, left: 0 },
    phase: "loading",
  });
});

test("input and result that arrive before the handshake is answered are kept", () => {
  const f = framed();
  const host = connect(f.win, "cards", { prefer: "mcp-apps" });
  f.post({ jsonrpc: "2.0", method: "ui/notifications/tool-input", params: { arguments: { message: "hi" } } });
  f.post({
    jsonrpc: "2.0",
    method: "ui/notifications/tool-result",
    params: { structuredContent: { items: [] }, _meta: { a: 1 } },
  });
  expect(host.get()).toMatchObject({
    phase: "ready",
    toolInput: { message: "hi" },
    toolOutput: { items: [] },
    toolResponseMetadata: { a: 1 },
  });
});

test("messages of anybody but the parent do not count", async () => {
  const { post, host, sent } = await setup();
  const before = sent.length;
  post(
    { jsonrpc: "2.0", method: "ui/notifications/tool-result", params: { structuredContent: { evil: true } } },
    { postMessage() {} },
  );
  post({ jsonrpc: "2.0", id: 5, method: "ping" }, null);
  for (const junk of [
    null,
    3,
    "text",
    [],
    { method: "ui/notifications/tool-result" },
    { jsonrpc: "1.0", method: "ping", id: 1 },
  ])
    post(junk);
  expect(host.get().phase).toBe("loading");
  expect(sent).toHaveLength(before);
});

test("answers ping and teardown, and refuses what it does not know", async () => {
  const { post, sent } = await setup();
  for (const [id, method] of [
    [0, "ping"],
    ["t", "ui/resource-teardown"],
    [2, "tools/list"],
  ])
    post({ jsonrpc: "2.0", id, method });
  expect(sent.slice(-3)).toEqual([
    { jsonrpc: "2.0", id: 0, result: {} },
    { jsonrpc: "2.0", id: "t", result: {} },
    { jsonrpc: "2.0", id: 2, error: { code: -32601, message: "Method not found: tools/list" } },
  ]);
});

test("a context change keeps what it does not name", async () => {
  const { post, host } = await setup({}, { theme: "light", locale: "fr" });
  post({ jsonrpc: "2.0", method: "ui/notifications/host-context-changed", params: { theme: "dark" } });
  expect(host.get()).toMatchObject({ theme: "dark", locale: "fr" });
});

test("what a host says again is what it was", async () => {
  const { post, host } = await setup();
  const say = (name: string): void =>
    post({
      jsonrpc: "2.0",
      method: "ui/notifications/tool-result",
      params: { structuredContent: { items: [{ name }] }, _meta: { a: 1 } },
    });
  say("one");
  const { toolOutput, toolResponseMetadata } = host.get();
  say("one");
  expect(host.get().toolOutput).toBe(toolOutput);
  expect(host.get().toolResponseMetadata).toBe(toolResponseMetadata);
  say("two");
  expect(host.get().toolOutput).toEqual({ items: [{ name: "two" }] });
  expect(host.get().toolResponseMetadata).toBe(toolResponseMetadata);
});

test("failed and cancelled calls are told apart", async () => {
  const { post, host } = await setup();
  post({ jsonrpc: "2.0", method: "ui/notifications/tool-cancelled", params: { reason: "stopped" } });
  expect(host.get()).toMatchObject({ phase: "cancelled", message: "stopped" });
  post({
    jsonrpc: "2.0",
    method: "ui/notifications/tool-result",
    params: { isError: true, content: [{ type: "text", text: "No such task." }] },
  });
  expect(host.get()).toMatchObject({ phase: "error", message: "No such task." });
});

test("a result that is shown outlives the news that some call was stopped", async () => {
  const { post, host } = await setup();
  post({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params: { structuredContent: { items: [] } } });
  post({ jsonrpc: "2.0", method: "ui/notifications/tool-cancelled", params: { reason: "Failed to fetch" } });
  expect(host.get()).toMatchObject({ phase: "ready", message: null, toolOutput: { items: [] } });
});

test("calls tools, sends messages, opens links and keeps state", async () => {
  const f = await setup();
  const called = f.host.callTool("add_task", { title: "x" });
  expect(f.sent.at(-1)).toMatchObject({
    method: "tools/call",
    params: { name: "add_task", arguments: { title: "x" } },
  });
  answer(f, { content: [], structuredContent: { task_id: 1 } });
  expect((await called).structuredContent).toEqual({ task_id: 1 });

  const told = f.host.sendFollowUpMessage({ prompt: "more" });
  expect(f.sent.at(-1)).toMatchObject({
    method: "ui/message",
    params: { role: "user", content: [{ type: "text", text: "more" }] },
  });
  answer(f, {});
  await told;

  const opened = f.host.openExternal({ href: "https://x.example/" });
  expect(f.sent.at(-1)).toMatchObject({ method: "ui/open-link", params: { url: "https://x.example/" } });
  answer(f, { isError: true });
  await expect(opened).rejects.toThrow("refused");

  const stored = f.host.setWidgetState({ starred: ["a"] });
  expect(f.sent.at(-1)).toMatchObject({
    method: "ui/update-model-context",
    params: { structuredContent: { starred: ["a"] } },
  });
  answer(f, {});
  await stored;
  expect(f.host.get().widgetState).toEqual({ starred: ["a"] });
});

const structured = { structuredContent: { starred: 1 } };
test.each([
  [{}, structured],
  [true, structured],
  [{ structuredContent: {}, text: {} }, structured],
  [{ text: {}, image: {} }, { content: [{ type: "text", text: '{"starred":1}' }] }],
  [{ image: {} }, null],
])("a host whose updateModelContext is %j is shown state as %j", async (forms, params) => {
  const f = await setup({ updateModelContext: forms });
  void f.host.setWidgetState({ starred: 1 });
  const updates = f.sent.filter((message) => message["method"] === "ui/update-model-context");
  expect(updates.map((message) => message["params"])).toEqual(params ? [params] : []);
});

test("a tool's own failure resolves, the host's refusal rejects", async () => {
  const f = await setup();
  const failed = f.host.callTool("x", {});
  answer(f, { isError: true, content: [] });
  expect((await failed).isError).toBe(true);
  const refused = f.host.callTool("x", {});
  f.post({ jsonrpc: "2.0", id: f.sent.at(-1)?.["id"], error: { code: -32000, message: "Not allowed" } });
  await expect(refused).rejects.toThrow("Not allowed");
});

test("a host that never answers gives the control back, and what it says later counts for nothing", async () => {
  const f = await setup();
  vi.useFakeTimers();
  const called = f.host.callTool("x", {}).then(String, String);
  await vi.advanceTimersByTimeAsync(119_000);
  const answered = f.host.callTool("y", {});
  answer(f, { content: [] });
  await answered;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await called).toBe("TimeoutError: The host did not answer in time.");
  expect(vi.getTimerCount()).toBe(0);
  f.post({ jsonrpc: "2.0", id: f.sent.at(-2)?.["id"], result: {} });
});

test("offers only what the host declares", async () => {
  const { host, sent } = await setup({});
  const before = sent.length;
  for (const feature of [
    "callTool",
    "sendFollowUpMessage",
    "openExternal",
    "requestDisplayMode",
    "uploadFile",
  ] as const)
    expect(host.can(feature), feature).toBe(false);
  await expect(host.callTool("x", {})).rejects.toThrow("cannot");
  await host.setWidgetState({ a: 1 });
  expect(sent).toHaveLength(before);
});

test.each([
  [
    ["inline", "fullscreen", "pip"],
    ["inline", "fullscreen"],
  ],
  [
    ["fullscreen", "inline"],
    ["inline", "fullscreen"],
  ],
  [["inline", "pip"], ["inline"]],
  [["inline"], ["inline"]],
  [undefined, []],
])("of a host's display modes %j it offers %j", async (availableDisplayModes, modes) => {
  const { host, sent } = await setup({}, { availableDisplayModes });
  expect(sent[0]?.["params"].appCapabilities).toEqual({ availableDisplayModes: ["inline", "fullscreen"] });
  expect(host.get().displayModes).toEqual(modes);
  expect(host.can("requestDisplayMode")).toBe(modes.length > 1);
  const before = sent.length;
  await expect(host.requestDisplayMode({ mode: "pip" })).rejects.toThrow("cannot do that: pip");
  expect(sent).toHaveLength(before);
});

test("the mode is the one that the host chose", async () => {
  const f = await setup({}, { displayMode: "inline", availableDisplayModes: ["inline", "fullscreen"] });
  for (const mode of ["fullscreen", "inline"] as const) {
    const asked = f.host.requestDisplayMode({ mode: "fullscreen" });
    expect(f.sent.at(-1)).toMatchObject({ method: "ui/request-display-mode", params: { mode: "fullscreen" } });
    answer(f, { mode });
    expect((await asked).mode).toBe(mode);
    expect(f.host.get().displayMode).toBe(mode);
  }
});

test("asks for nothing before the handshake, closing included", async () => {
  const f = framed();
  const host = connect(f.win, "cards", { prefer: "mcp-apps" });
  await expect(host.requestClose()).rejects.toThrow("cannot do that: requestClose");
  await expect(host.callTool("x", {})).rejects.toThrow("cannot");
  await host.setWidgetState({ a: 1 });
  expect(host.get().widgetState).toEqual({ a: 1 });
  expect(f.sent).toHaveLength(1);
  const ready = await setup();
  await ready.host.requestClose();
  expect(ready.sent.at(-1)).toEqual({ jsonrpc: "2.0", method: "ui/notifications/request-teardown", params: {} });
});

test("is initialized before a listener tells the height", async () => {
  const f = framed();
  const host = connect(f.win, "cards", { prefer: "mcp-apps" });
  host.subscribe(() => host.notifyIntrinsicHeight({ height: 10 }));
  f.post({ jsonrpc: "2.0", id: f.sent[0]?.["id"], result: { hostCapabilities: {}, hostContext: { theme: "dark" } } });
  await settled();
  expect(f.sent.map((message) => message["method"])).toEqual([
    "ui/initialize",
    "ui/notifications/initialized",
    "ui/notifications/size-changed",
  ]);
});

test("says the height only after the handshake", async () => {
  const f = framed();
  const host = connect(f.win, "cards", { prefer: "mcp-apps" });
  host.notifyIntrinsicHeight({ height: 10 });
  expect(f.sent).toHaveLength(1);
  const ready = await setup();
  ready.host.notifyIntrinsicHeight({ height: 10 });
  expect(ready.sent.at(-1)).toEqual({
    jsonrpc: "2.0",
    method: "ui/notifications/size-changed",
    params: { height: 10 },
  });
});

test("progress of a call goes to whoever asked for it, until the call is over", async () => {
  const f = await setup();
  const heard = vi.fn();
  const quiet = f.host.callTool("list", {});
  expect(f.sent.at(-1)).toMatchObject({ method: "tools/call", params: { name: "list", arguments: {} } });
  expect(f.sent.at(-1)?.["params"]).not.toHaveProperty("_meta");
  answer(f, { content: [] });
  await quiet;
  const call = f.host.callTool("book", { a: 1 }, heard);
  const params = f.sent.at(-1)?.["params"] as { _meta: { progressToken: string } };
  const { progressToken } = params._meta;
  const tell = (params: object): void => f.post({ jsonrpc: "2.0", method: "notifications/progress", params });
  tell({ progressToken, progress: 1, total: 3, message: "Looking…" });
  tell({ progressToken, progress: 2 });
  for (const odd of [{}, { progressToken: 1 }, { progressToken: `${progressToken}9`, progress: 3 }, { progressToken }])
    tell(odd);
  tell({ progressToken: "w-1", progress: 1 });
  answer(f, { content: [], structuredContent: { done: true } });
  expect((await call).structuredContent).toEqual({ done: true });
  tell({ progressToken, progress: 3 });
  expect(heard.mock.calls).toEqual([
    [{ progress: 1, total: 3, message: "Looking…" }],
    [{ progress: 2, total: null, message: "" }],
  ]);
});
