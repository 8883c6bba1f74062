import { readContext } from "./context.ts";
import { type Dict, type DisplayMode, type Feature, type Host, type HostState, isDict, Store } from "./host.ts";
import { hostOf } from "./methods.ts";
import { resultState } from "./result.ts";
import { openRpc } from "./rpc.ts";

/** The version of the MCP Apps extension that this file speaks. */
export const protocolVersion = "2026-01-26";

/** Speaks MCP Apps (ui/*) to the window that frames this one. initial is shown until the host says something. */
export function mcpAppsHost(win: Window, name: string, initial: Partial<HostState>): Host {
  const store = new Store();
  let capabilities: Dict | null = null;
  // What the widgets are made for; the host tells what it has of it.
  const availableDisplayModes: DisplayMode[] = ["inline", "fullscreen"];
  store.set({ ...initial, displayModes: [] });

  const context = (ctx: Dict): void => {
    const { availableDisplayModes: has, containerDimensions: size } = ctx;
    const patch = readContext(
      ctx,
      ctx["safeAreaInsets"],
      isDict(size) ? (size["maxHeight"] ?? size["height"] ?? null) : undefined,
    );
    if (Array.isArray(has)) patch.displayModes = availableDisplayModes.filter((mode) => has.includes(mode));
    store.set(patch);
  };
  // The listener stands before the handshake begins: hosts send input and result once and never again.
  const rpc = openRpc(win, {
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
  void rpc
    .request("ui/initialize", {
      protocolVersion,
      appInfo: { name, version: "1.0.0" },
      appCapabilities: { availableDisplayModes },
    })
    .then((result) => {
      capabilities = isDict(result["hostCapabilities"]) ? result["hostCapabilities"] : {};
      // Before the listeners run: what they tell, the height above all, must come after it.
      rpc.notify("ui/notifications/initialized", {});
      context(isDict(result["hostContext"]) ? result["hostContext"] : {});
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
    if (feature === "requestDisplayMode") return store.get().displayModes.length > 1;
    return feature === "setWidgetState" || feature === "requestClose" || feature === "notifyIntrinsicHeight";
  };
  const ask = async (feature: Feature, value: unknown, args: unknown): Promise<unknown> => {
    const given = value as Dict;
    switch (feature) {
      case "callTool":
        return rpc.request("tools/call", { name: value, arguments: args });
      case "sendFollowUpMessage":
        return agreed(rpc.request("ui/message", { role: "user", content: [{ type: "text", text: given["prompt"] }] }));
      case "openExternal":
        return agreed(rpc.request("ui/open-link", { url: given["href"] }));
      case "requestDisplayMode":
        return agreed(rpc.request("ui/request-display-mode", given));
      case "setWidgetState": {
        const update = forModel(capabilities?.["updateModelContext"], value);
        return update && agreed(rpc.request("ui/update-model-context", update));
      }
      case "requestClose":
        return rpc.notify("ui/notifications/request-teardown", {});
      default: // notifyIntrinsicHeight: can() lets no other through
        return rpc.notify("ui/notifications/size-changed", given);
    }
  };
  return hostOf({ kind: "mcp-apps", store, can, ask });
}

/** State in a form that the host takes for the model, if there is one: a host that names no form takes structured content. */
function forModel(forms: unknown, state: unknown): Dict | undefined {
  if (forms === undefined || !isDict(state)) return undefined;
  const named = isDict(forms) ? Object.keys(forms) : [];
  if (!named.length || named.includes("structuredContent")) return { structuredContent: state };
  return named.includes("text") ? { content: [{ type: "text", text: JSON.stringify(state) }] } : undefined;
}

/** A host may refuse by an answer as well as by an error. */
async function agreed(answer: Promise<Dict>): Promise<Dict> {
  const result = await answer;
  if (result["isError"] === true) throw new Error("The host refused.");
  return result;
}
