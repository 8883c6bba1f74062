import { readContext } from "./context.ts";
import { inTime } from "./deadline.ts";
import { type Dict, type Feature, type Host, type HostState, isDict, Store } from "./host.ts";
import { hostOf } from "./methods.ts";
import { resultState } from "./result.ts";

/** window.openai as ChatGPT and its emulators inject it. Every member may be missing. */
type OpenAI = Dict & { [feature in Feature]?: (...args: never[]) => unknown };

/** Speaks to window.openai: state from its properties, changes from the event openai:set_globals. */
export function openaiHost(win: Window): Host {
  const api = (): OpenAI => ((win as unknown as Dict)["openai"] ?? {}) as OpenAI;
  const store = new Store();
  const refresh = (): void => store.set(read(api()));
  win.addEventListener("openai:set_globals", refresh);
  refresh();

  const can = (feature: Feature): boolean => typeof api()[feature] === "function";
  const call = async (feature: Feature, args: unknown[]): Promise<unknown> => api()[feature]?.(...(args as never[]));
  const ask = (feature: Feature, ...args: unknown[]): Promise<unknown> => inTime(call(feature, args));
  return hostOf({ kind: "openai", store, can, ask });
}

function read(api: OpenAI): Partial<HostState> {
  const meta = isDict(api["toolResponseMetadata"]) ? api["toolResponseMetadata"] : null;
  // Newer hosts wrap the whole MCP result; older ones give its _meta alone.
  const whole = [meta?.["mcp_tool_result"], meta?.["call_tool_result"]].find(isDict);
  const output = api["toolOutput"] ?? whole?.["structuredContent"] ?? null;
  const area = api["safeArea"];
  const patch: Partial<HostState> = {
    ...readContext(api, isDict(area) ? area["insets"] : undefined, api["maxHeight"]),
    view: api["view"] ?? null,
  };
  // A host that cannot keep state has none to tell: what the person did here would be lost.
  if (typeof api["setWidgetState"] === "function") patch.widgetState = api["widgetState"] ?? null;
  if (isDict(api["toolInput"])) patch.toolInput = api["toolInput"];
  if (output === null && !whole) return { ...patch, phase: "loading" };
  const result = resultState({ ...whole, structuredContent: output });
  if (!whole) result.toolResponseMetadata = meta;
  return { ...patch, ...result };
}
