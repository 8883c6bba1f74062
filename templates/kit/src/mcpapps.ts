import { type Dict, type DisplayMode, type Feature, type Host, type HostState, isDict, Store, Unsupported } from "./host.ts";
import { normalize, resultState } from "./result.ts";
import { Rpc } from "./rpc.ts";

/** The version of the MCP Apps extension that this file speaks. */
export const protocolVersion = "2026-01-26";

const nothing = async (feature: Feature): Promise<never> => {
  throw new Unsupported(feature);
};

/** Speaks MCP Apps (ui/*) to the window that frames this one. initial is shown until the host says something. */
export function mcpAppsHost(win: Window, name: string, initial: Partial<HostState>): Host {
  const store = new Store();
  store.set(initial);
  let capabilities: Dict | null = null;
  let modes: unknown[] = [];

  const context = (ctx: Dict): void => {
    if (Array.isArray(ctx["availableDisplayModes"])) modes = ctx["availableDisplayModes"];
    store.set(fromContext(ctx));
  };
  // The listener stands before the handshake begins: hosts send input and result once and never again.
  const rpc = new Rpc(win, {
    request: (method) => (method === "ping" || method === "ui/resource-teardown" ? {} : undefined),
    notification: (method, params) => {
      if (method === "ui/notifications/tool-input" || method === "ui/notifications/tool-input-partial") {
        store.set({ toolInput: isDict(params["arguments"]) ? params["arguments"] : {} });
      } else if (method === "ui/notifications/tool-result") {
        store.set(resultState(params));
      } else if (method === "ui/notifications/tool-cancelled") {
        const reason = params["reason"];
        store.set({ phase: "cancelled", message: typeof reason === "string" && reason ? reason : null });
      } else if (method === "ui/notifications/host-context-changed") {
        context(params);
      }
    },
  });
  const appCapabilities = { availableDisplayModes: ["inline", "fullscreen"] };
  void rpc
    .request("ui/initialize", { protocolVersion, appInfo: { name, version: "1.0.0" }, appCapabilities })
    .then((result) => {
      capabilities = isDict(result["hostCapabilities"]) ? result["hostCapabilities"] : {};
      if (isDict(result["hostContext"])) context(result["hostContext"]);
      else store.set({});
      rpc.notify("ui/notifications/initialized", {});
    })
    .catch(() => {
      // A parent that refuses the handshake is no host; what there is to show stays.
    });

  const needs: Partial<Record<Feature, string>> = {
    callTool: "serverTools",
    sendFollowUpMessage: "message",
    openExternal: "openLinks",
  };
  const can = (feature: Feature): boolean => {
    if (!capabilities) return false;
    const capability = needs[feature];
    if (capability) return capability in capabilities;
    if (feature === "requestDisplayMode") return modes.length > 1;
    return feature === "setWidgetState" || feature === "requestClose" || feature === "notifyIntrinsicHeight";
  };
  const ask = async (feature: Feature, method: string, params: Dict): Promise<Dict> => {
    if (!can(feature)) throw new Unsupported(feature);
    const result = await rpc.request(method, params);
    if (result["isError"] === true && method !== "tools/call") throw new Error("The host refused.");
    return result;
  };
  return {
    kind: "mcp-apps",
    get: store.get,
    subscribe: store.subscribe,
    can,
    callTool: async (tool, args) => normalize(await ask("callTool", "tools/call", { name: tool, arguments: args })),
    sendFollowUpMessage: async ({ prompt }) =>
      void (await ask("sendFollowUpMessage", "ui/message", { role: "user", content: [{ type: "text", text: prompt }] })),
    openExternal: async ({ href }) => void (await ask("openExternal", "ui/open-link", { url: href })),
    requestDisplayMode: async ({ mode }) =>
      (await ask("requestDisplayMode", "ui/request-display-mode", { mode })) as { mode: DisplayMode },
    requestModal: () => nothing("requestModal"),
    requestClose: async () => rpc.notify("ui/notifications/request-teardown", {}),
    notifyIntrinsicHeight: ({ height }) => {
      if (capabilities) rpc.notify("ui/notifications/size-changed", { height });
    },
    setWidgetState: async (state) => {
      store.set({ widgetState: state });
      if (capabilities && "updateModelContext" in capabilities && isDict(state)) {
        await rpc.request("ui/update-model-context", { structuredContent: state });
      }
    },
    uploadFile: () => nothing("uploadFile"),
    getFileDownloadUrl: () => nothing("getFileDownloadUrl"),
  };
}

/** host-context-changed carries only what changed, so absent keys stay untouched. */
function fromContext(ctx: Dict): Partial<HostState> {
  const patch: Partial<HostState> = {};
  if (ctx["theme"] === "light" || ctx["theme"] === "dark") patch.theme = ctx["theme"];
  if (typeof ctx["locale"] === "string") patch.locale = ctx["locale"];
  if (ctx["userAgent"] !== undefined) patch.userAgent = ctx["userAgent"];
  const mode = ctx["displayMode"];
  if (mode === "inline" || mode === "fullscreen" || mode === "pip") patch.displayMode = mode;
  const size = ctx["containerDimensions"];
  if (isDict(size)) {
    const height = size["maxHeight"] ?? size["height"];
    patch.maxHeight = typeof height === "number" ? height : null;
  }
  const insets = ctx["safeAreaInsets"];
  if (isDict(insets)) patch.safeArea = { top: 0, right: 0, bottom: 0, left: 0, ...insets };
  return patch;
}
