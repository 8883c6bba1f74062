import { readContext } from "./context.ts";
import { inTime } from "./deadline.ts";
import { type Dict, type Feature, type HostState, isDict, same, type Store } from "./host.ts";
import type { Way } from "./methods.ts";
import { resultState } from "./result.ts";

/** window.openai as ChatGPT and its emulators inject it. Every member may be missing. */
type OpenAI = Dict & { [feature in Feature]?: (...args: never[]) => unknown };

/** Whether this window has a window.openai by now. */
export const injected = (win: Window): boolean => isDict((win as unknown as Dict)["openai"]);

/**
 * Speaks to window.openai, whenever it comes: state from its properties, changes from the event openai:set_globals. Each
 * event has all properties, so that what they said before is no news: the framing window may have said newer things.
 */
export function openaiWay(win: Window, store: Store): Way {
  const api = (): OpenAI => (injected(win) ? (win as unknown as { openai: OpenAI }).openai : {});
  let before: Dict | null = null;
  const refresh = (event?: Event): void => {
    if (!injected(win)) return;
    const first = before === null;
    const was = before ?? { phase: "loading" };
    const named = (event as CustomEvent<{ globals?: Dict } | null> | undefined)?.detail?.globals ?? {};
    const isNews = ([key, value]: [string, unknown]): boolean => !(key in was) || !same(value, was[key]);
    const { surroundings, result, whole } = read(api());
    before = { ...surroundings, ...result };
    store.set({
      ...Object.fromEntries(Object.entries(surroundings).filter((said) => said[0] in named || isNews(said))),
      ...(Object.entries(result).some(isNews) ? news(store.get(), result, whole) : {}),
    });
    if (first) store.changed();
  };
  win.addEventListener("openai:set_globals", refresh);
  refresh();
  return {
    can: (feature) => typeof api()[feature] === "function",
    // Without what hears of progress, the third: it knows of none, and a function cannot leave the frame.
    ask: (feature, ...args) => inTime((async () => api()[feature]?.(...(args.slice(0, 2) as never[])))()),
  };
}

/**
 * What a result's properties add to what is known. The output alone tells neither whether the call failed nor, always, its
 * _meta; where the framing window has brought the same result, those stay.
 */
function news(now: HostState, said: Partial<HostState>, whole: boolean): Partial<HostState> {
  if (whole || said.phase === "loading" || now.phase === "loading" || !same(said.toolOutput, now.toolOutput))
    return said;
  return said.toolResponseMetadata ? { toolResponseMetadata: said.toolResponseMetadata } : {};
}

/** whole says that the result is MCP's own, so that it tells whether the call failed. */
function read(api: OpenAI): { surroundings: Partial<HostState>; result: Partial<HostState>; whole: boolean } {
  const meta = isDict(api["toolResponseMetadata"]) ? api["toolResponseMetadata"] : null;
  // Some hosts give the _meta alone, some the whole MCP result, some wrap it.
  const whole = [meta?.["mcp_tool_result"], meta?.["call_tool_result"], meta].find(isResult);
  const area = api["safeArea"];
  const surroundings: Partial<HostState> = {
    ...readContext(api, isDict(area) ? area["insets"] : undefined, api["maxHeight"]),
    view: api["view"] ?? null,
  };
  // A host that cannot keep state has none to tell: what the person did here would be lost.
  if (typeof api["setWidgetState"] === "function") surroundings.widgetState = api["widgetState"] ?? null;
  if (isDict(api["toolInput"])) surroundings.toolInput = api["toolInput"];
  const output = api["toolOutput"] ?? whole?.["structuredContent"] ?? null;
  if (output === null && !whole) return { surroundings, result: { phase: "loading" }, whole: false };
  const result = resultState({ ...whole, structuredContent: output });
  if (!whole) result.toolResponseMetadata = meta;
  return { surroundings, result, whole: Boolean(whole) };
}

/** Whether this is MCP's CallToolResult and no app's _meta: it has blocks of content, or a _meta of its own. */
function isResult(value: unknown): value is Dict {
  if (!isDict(value)) return false;
  const { content, _meta } = value;
  return isDict(_meta) || (Array.isArray(content) && content.every((block) => isDict(block) && "type" in block));
}
