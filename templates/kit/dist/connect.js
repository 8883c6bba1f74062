import { isDict, Store } from "./host.js";
import { mcpAppsWay } from "./mcpapps.js";
import { hostOf } from "./methods.js";
import { injected, openaiWay } from "./openai.js";
import { resultState } from "./result.js";
import { standaloneWay } from "./standalone.js";
/** Reads the configuration slot; one that is missing or broken counts as empty. */
export function readConfig(doc) {
    try {
        const config = JSON.parse(doc.getElementById("app-config")?.textContent ?? "{}");
        return isDict(config) ? config : {};
    }
    catch {
        return {};
    }
}
/**
 * Finds the host of this window and all ways to it, whichever answers first: window.openai, if it is there or comes later,
 * and the framing window (MCP Apps). Both write into one state. A page without either stands alone.
 *
 * Data of the configuration is shown until a framing window says something else; window.openai says from the start whether
 * there is a result. A top-level page without data is ready and empty.
 */
export function connect(win, name, config) {
    const initial = config.data === undefined
        ? {}
        : resultState({ structuredContent: config.data, ...(isDict(config.meta) ? { _meta: config.meta } : {}) });
    if (isDict(config.arguments))
        initial.toolInput = config.arguments;
    const store = new Store();
    const framed = win.parent !== win;
    const both = config.prefer === undefined || config.prefer === "auto";
    if (both ? !framed && !injected(win) : config.prefer === "standalone") {
        store.set({ locale: win.navigator.language || "en", phase: "ready", ...initial });
        const alone = standaloneWay(win);
        return hostOf(() => "standalone", store, () => [alone]);
    }
    if (both ? !injected(win) : config.prefer === "mcp-apps")
        store.set(initial);
    // What MCP Apps has is asked there; the rest, and what shall outlive the page, of window.openai.
    const openai = both || config.prefer === "openai" ? openaiWay(win, store) : null;
    const apps = (both && framed) || config.prefer === "mcp-apps"
        ? mcpAppsWay(win, name, store, () => Boolean(openai && injected(win)))
        : null;
    const ways = [apps, openai].filter((way) => way !== null);
    const kept = [...ways].reverse();
    return hostOf(() => (apps && !(openai && injected(win)) ? "mcp-apps" : "openai"), store, (feature, argument) => feature === "setWidgetState" || feature === "requestClose" || (isDict(argument) && argument["mode"] === "pip")
        ? kept
        : ways);
}
