import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connect, readConfig } from "../../kit/src/connect.ts";
import { failed, normalize } from "../../kit/src/result.ts";
import { safeHref, safeImage, text } from "../../kit/src/text.ts";
import { framed } from "./fake.ts";

function alone(openai?: object): Window {
  const win = Object.assign(new EventTarget(), {
    document,
    navigator: { language: "pt-BR" },
    ...(openai ? { openai } : {}),
  }) as unknown as Window;
  return Object.assign(win, { parent: win });
}

beforeEach(() => (document.body.innerHTML = ""));
afterEach(() => vi.useRealTimers());

test("finds the host that is there, and obeys prefer", () => {
  const both = (): Window => Object.assign(framed().win, { openai: {} });
  expect(connect(alone(), "x", {}).kind).toBe("standalone");
  expect(connect(alone({}), "x", {}).kind).toBe("openai");
  expect(connect(framed().win, "x", {}).kind).toBe("mcp-apps");
  expect(connect(both(), "x", {}).kind).toBe("openai");
  expect(connect(both(), "x", { prefer: "auto" }).kind).toBe("openai");
  for (const prefer of ["mcp-apps", "standalone", "openai"] as const)
    expect(connect(both(), "x", { prefer }).kind).toBe(prefer);
});

test("shows the configuration's data until a host says otherwise", () => {
  expect(connect(alone(), "x", {}).get()).toMatchObject({ phase: "ready", toolOutput: null, locale: "pt-BR" });
  const config = { data: { items: [1] }, arguments: { message: "m" } };
  expect(connect(alone(), "x", config).get()).toMatchObject({
    phase: "ready",
    toolOutput: { items: [1] },
    toolInput: { message: "m" },
  });
  const f = framed();
  expect(connect(f.win, "x", {}).get().phase).toBe("loading");
  const host = connect(f.win, "x", config);
  expect(host.get()).toMatchObject({ phase: "ready", toolOutput: { items: [1] } });
  f.post({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params: { structuredContent: { items: [2] } } });
  expect(host.get().toolOutput).toEqual({ items: [2] });
});

test("window.openai: says itself that there is no result yet", () => {
  const host = connect(alone({ toolOutput: null }), "x", { data: { items: [1] }, arguments: { message: "m" } });
  expect(host.get()).toMatchObject({ phase: "loading", toolOutput: null, toolInput: null });
});

test("window.openai: a result without data is a result", () => {
  const whole = { content: [{ type: "text", text: "Done." }] };
  for (const key of ["mcp_tool_result", "call_tool_result"]) {
    const host = connect(alone({ toolOutput: null, toolResponseMetadata: { [key]: whole } }), "x", {});
    expect(host.get(), key).toMatchObject({ phase: "ready", toolOutput: null });
  }
});

test.each([
  [{}, { kept: 1 }],
  [{ widgetState: { told: 1 }, setWidgetState: () => {} }, { told: 1 }],
  [{ widgetState: null, setWidgetState: () => {} }, null],
])("window.openai: after %j is told, state is %j", async (globals, want) => {
  const openai: Record<string, unknown> = {};
  const win = alone(openai);
  const host = connect(win, "x", {});
  await host.setWidgetState({ kept: 1 });
  Object.assign(openai, globals, { theme: "dark" });
  win.dispatchEvent(new Event("openai:set_globals"));
  expect(host.get()).toMatchObject({ theme: "dark", widgetState: want });
});

test("reads the slot, and takes a broken one for empty", () => {
  expect(readConfig(document)).toEqual({});
  for (const [content, want] of [
    ["{}", {}],
    ['{"data":[1]}', { data: [1] }],
    ["{", {}],
    ["[]", {}],
    ["null", {}],
  ] as const) {
    document.body.innerHTML = `<script type="application/json" id="app-config">${content}</script>`;
    expect(readConfig(document), content).toEqual(want);
  }
});

test("window.openai: follows its globals and asks its methods", async () => {
  const callTool = vi.fn(async () => ({ result: '{"task_id":1}' }));
  const openai: Record<string, unknown> = {
    toolOutput: null,
    theme: "light",
    callTool,
    safeArea: { insets: { top: 4 } },
  };
  const win = alone(openai);
  const host = connect(win, "x", {});
  expect(host.get()).toMatchObject({ phase: "loading", theme: "light", safeArea: { top: 4, bottom: 0 } });
  Object.assign(openai, {
    toolOutput: { items: [] },
    theme: "dark",
    toolInput: { message: "m" },
    toolResponseMetadata: { user_id: "u" },
  });
  win.dispatchEvent(new Event("openai:set_globals"));
  expect(host.get()).toMatchObject({
    phase: "ready",
    theme: "dark",
    toolInput: { message: "m" },
    toolResponseMetadata: { user_id: "u" },
  });
  expect((await host.callTool("add_task", { a: 1 })).structuredContent).toEqual({ task_id: 1 });
  expect(callTool).toHaveBeenCalledWith("add_task", { a: 1 });
  expect(host.can("sendFollowUpMessage")).toBe(false);
  await expect(host.sendFollowUpMessage({ prompt: "x" })).rejects.toThrow("cannot");
  await host.setWidgetState({ a: 1 });
  expect(host.get().widgetState).toEqual({ a: 1 });
});

test("window.openai: a failed result is an error, even without output", () => {
  const whole = { isError: true, content: [{ type: "text", text: "Out of stock" }] };
  const host = connect(alone({ toolOutput: null, toolResponseMetadata: { mcp_tool_result: whole } }), "x", {});
  expect(host.get()).toMatchObject({ phase: "error", message: "Out of stock" });
  const byOutput = connect(alone({ toolOutput: { error: { code: "TIMEOUT", message: "Too slow" } } }), "x", {});
  expect(byOutput.get()).toMatchObject({ phase: "error", message: "Too slow" });
});

test("window.openai: the mode is the one that the host chose", async () => {
  const requestDisplayMode = vi.fn(async () => ({ mode: "pip" }));
  const host = connect(alone({ displayMode: "inline", requestDisplayMode }), "x", {});
  await host.requestDisplayMode({ mode: "fullscreen" });
  expect(host.get().displayMode).toBe("pip");
});

test("window.openai: a host that never answers gives the control back", async () => {
  vi.useFakeTimers();
  const never = (): Promise<never> => new Promise(() => {});
  const host = connect(alone({ callTool: never, notifyIntrinsicHeight: never }), "x", {});
  const called = host.callTool("x", {}).then(String, String);
  host.notifyIntrinsicHeight({ height: 10 });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await called).toBe("TimeoutError: The host did not answer in time.");
});

test("results of every host get one shape", () => {
  expect(normalize({ structuredContent: { a: 1 }, isError: false })).toEqual({
    structuredContent: { a: 1 },
    isError: false,
  });
  expect(normalize({ result: "plain" })).toEqual({ content: [{ type: "text", text: "plain" }] });
  expect(normalize({ result: '{"content":[],"isError":true}' })).toEqual({ content: [], isError: true });
  expect(normalize({ result: '{"result":1}' })).toEqual({ structuredContent: { result: 1 } });
  expect(normalize({ task_id: 1 })).toEqual({ structuredContent: { task_id: 1 } });
  expect(normalize("text")).toEqual({ content: [{ type: "text", text: "text" }] });
  expect(normalize(undefined)).toEqual({ content: [{ type: "text", text: "" }] });
  for (const error of ["gone", { message: "gone" }]) expect(failed({ structuredContent: { error } })).toBe(true);
  for (const error of ["", null, { code: 3 }, 0]) expect(failed({ structuredContent: { error } })).toBe(false);
});

test("only https gets out, only pictures get in", () => {
  for (const bad of [
    "javascript:alert(1)",
    " javascript:alert(1)",
    "java\nscript:x",
    "http://x.example",
    "//x.example",
    "/x",
    "https://u:p@x.example",
    "data:text/html,x",
    "",
    3,
    null,
    {},
  ]) {
    expect(safeHref(bad), String(bad)).toBe("");
    expect(safeImage(bad), String(bad)).toBe("");
  }
  expect(safeHref("https://x.example/a b")).toBe("https://x.example/a%20b");
  expect(safeImage("data:image/png;base64,AA")).toBe("data:image/png;base64,AA");
  expect(safeImage("data:image/svg+xml,%3Csvg/%3E")).toContain("svg");
  expect(safeImage("data:image/pngx;base64,AA")).toBe("");
  expect([text(" a "), text(3), text(Number.NaN), text({}), text(null)]).toEqual(["a", "3", "", "", ""]);
});
