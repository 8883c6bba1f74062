import { readContext } from "./context.js";
import { inTime } from "./deadline.js";
import { isDict, same } from "./host.js";
import { resultState } from "./result.js";
/** Whether this window has a window.openai by now. */
export const injected = (win) => isDict(win["openai"]);
/**
 * Speaks to window.openai, whenever it comes: state from its properties, changes from the event openai:set_globals. Each
 * event has all properties, so that what they said before is no news: the framing window may have said newer things.
 */
export function openaiWay(win, store) {
    const api = () => (injected(win) ? win.openai : {});
    let before = null;
    const refresh = (event) => {
        if (!injected(win))
            return;
        const first = before === null;
        const was = before ?? { phase: "loading" };
        const named = event?.detail?.globals ?? {};
        const isNews = ([key, value]) => !(key in was) || !same(value, was[key]);
        const { surroundings, result, whole } = read(api());
        before = { ...surroundings, ...result };
        store.set({
            ...Object.fromEntries(Object.entries(surroundings).filter((said) => said[0] in named || isNews(said))),
            ...(Object.entries(result).some(isNews) ? news(store.get(), result, whole) : {}),
        });
        if (first)
            store.changed();
    };
    win.addEventListener("openai:set_globals", refresh);
    refresh();
    return {
        can: (feature) => typeof api()[feature] === "function",
        // Without what hears of progress, the third: it knows of none, and a function cannot leave the frame.
        ask: (feature, ...args) => inTime((async () => api()[feature]?.(...args.slice(0, 2)))()),
    };
}
/**
 * What a result's properties add to what is known. The output alone tells neither whether the call failed nor, always, its
 * _meta; where the framing window has brought the same result, those stay.
 */
function news(now, said, whole) {
    if (whole || said.phase === "loading" || now.phase === "loading" || !same(said.toolOutput, now.toolOutput))
        return said;
    return said.toolResponseMetadata ? { toolResponseMetadata: said.toolResponseMetadata } : {};
}
/** whole says that the result is MCP's own, so that it tells whether the call failed. */
function read(api) {
    const meta = isDict(api["toolResponseMetadata"]) ? api["toolResponseMetadata"] : null;
    // Some hosts give the _meta alone, some the whole MCP result, some wrap it.
    const whole = [meta?.["mcp_tool_result"], meta?.["call_tool_result"], meta].find(isResult);
    const area = api["safeArea"];
    const surroundings = {
        ...readContext(api, isDict(area) ? area["insets"] : undefined, api["maxHeight"]),
        view: api["view"] ?? null,
    };
    // A host that cannot keep state has none to tell: what the person did here would be lost.
    if (typeof api["setWidgetState"] === "function")
        surroundings.widgetState = api["widgetState"] ?? null;
    if (isDict(api["toolInput"]))
        surroundings.toolInput = api["toolInput"];
    const output = api["toolOutput"] ?? whole?.["structuredContent"] ?? null;
    if (output === null && !whole)
        return { surroundings, result: { phase: "loading" }, whole: false };
    const result = resultState({ ...whole, structuredContent: output });
    if (!whole)
        result.toolResponseMetadata = meta;
    return { surroundings, result, whole: Boolean(whole) };
}
/** Whether this is MCP's CallToolResult and no app's _meta: it has blocks of content, or a _meta of its own. */
function isResult(value) {
    if (!isDict(value))
        return false;
    const { content, _meta } = value;
    return isDict(_meta) || (Array.isArray(content) && content.every((block) => isDict(block) && "type" in block));
}
