import { readContext } from "./context.js";
import { isDict, same } from "./host.js";
import { resultState } from "./result.js";
import { openRpc } from "./rpc.js";
/** The version of the MCP Apps extension that this file speaks. */
export const protocolVersion = "2026-01-26";
/** Speaks MCP Apps (ui/*) to the window that frames this one. beside says whether window.openai is there as well. */
export function mcpAppsWay(win, name, store, beside) {
    let capabilities = null;
    let modes = [];
    // What the widgets are made for; the host tells what it has of it.
    const availableDisplayModes = ["inline", "fullscreen"];
    if (!beside())
        store.set({ displayModes: [] });
    const context = (ctx) => {
        const { availableDisplayModes: has, containerDimensions: size } = ctx;
        const patch = readContext(ctx, ctx["safeAreaInsets"], isDict(size) ? (size["maxHeight"] ?? size["height"] ?? null) : undefined);
        if (Array.isArray(has)) {
            modes = availableDisplayModes.filter((mode) => has.includes(mode));
            patch.displayModes = beside() && has.includes("pip") ? [...modes, "pip"] : modes; // which is window.openai's to give
        }
        const link = ctx["openai/deepLink"];
        if (link !== undefined)
            patch.deepLink = isDict(link) ? safePath(link["url"]) : null;
        store.set(patch);
    };
    // The listener stands before the handshake begins: hosts send input and result once and never again.
    const rpc = openRpc(win, {
        request: (method) => (method === "ping" || method === "ui/resource-teardown" ? {} : undefined),
        notification: (method, params) => {
            if (method === "ui/notifications/tool-input" || method === "ui/notifications/tool-input-partial") {
                store.set({ toolInput: isDict(params["arguments"]) ? params["arguments"] : {} });
            }
            else if (method === "ui/notifications/tool-result") {
                const { toolResponseMetadata, ...result } = resultState(params);
                // A host that gives the _meta to window.openai alone has not withdrawn it here.
                const kept = !toolResponseMetadata && beside() && same(result.toolOutput, store.get().toolOutput);
                store.set(kept ? result : { ...result, toolResponseMetadata: toolResponseMetadata ?? null });
            }
            else if (method === "ui/notifications/tool-cancelled") {
                const reason = params["reason"];
                // Some hosts say it of a call that the widget has made, too: what is shown stays.
                if (store.get().phase !== "ready")
                    store.set({ phase: "cancelled", message: typeof reason === "string" && reason ? reason : null });
            }
            else if (method === "ui/notifications/host-context-changed") {
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
        store.changed();
    })
        .catch(() => {
        // A parent that refuses the handshake is no host; what there is to show stays.
    });
    const needs = {
        callTool: "serverTools",
        sendFollowUpMessage: "message",
        openExternal: "openLinks",
    };
    const can = (feature) => {
        if (!capabilities)
            return false;
        const capability = needs[feature];
        if (capability)
            return capability in capabilities;
        if (feature === "requestDisplayMode")
            return modes.length > 1;
        return feature === "setWidgetState" || feature === "requestClose" || feature === "notifyIntrinsicHeight";
    };
    const ask = async (feature, value, args, heard) => {
        const given = value;
        switch (feature) {
            case "callTool":
                return rpc.request("tools/call", { name: value, arguments: args }, heard);
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
    return { can, ask };
}
/** A path within the app, with its query; null for an address of anywhere else. */
function safePath(url) {
    return typeof url === "string" && /^\/(?![/\\])[^#\s]*$/.test(url) ? url : null;
}
/** State in a form that the host takes for the model, if there is one: a host that names no form takes structured content. */
function forModel(forms, state) {
    if (forms === undefined || !isDict(state))
        return undefined;
    const named = isDict(forms) ? Object.keys(forms) : [];
    if (!named.length || named.includes("structuredContent"))
        return { structuredContent: state };
    return named.includes("text") ? { content: [{ type: "text", text: JSON.stringify(state) }] } : undefined;
}
/** A host may refuse by an answer as well as by an error. */
async function agreed(answer) {
    const result = await answer;
    if (result["isError"] === true)
        throw new Error("The host refused.");
    return result;
}
