import { type Dict, type Feature, type Host, type HostState, isDict, Store, Unsupported } from "./host.ts";
import { normalize, resultState } from "./result.ts";

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
  const ask = async (feature: Feature, ...args: unknown[]): Promise<unknown> => {
    const fn = api()[feature] as ((...args: unknown[]) => unknown) | undefined;
    if (typeof fn !== "function") throw new Unsupported(feature);
    return fn.apply(api(), args);
  };
  return {
    kind: "openai",
    get: store.get,
    subscribe: store.subscribe,
    can,
    callTool: async (name, args) => normalize(await ask("callTool", name, args)),
    sendFollowUpMessage: async (message) => void (await ask("sendFollowUpMessage", message)),
    openExternal: async (link) => void (await ask("openExternal", link)),
    requestDisplayMode: async (request) => (await ask("requestDisplayMode", request)) as typeof request,
    requestModal: (request) => ask("requestModal", request),
    requestClose: async () => void (await ask("requestClose")),
    notifyIntrinsicHeight: ({ height }) => {
      if (can("notifyIntrinsicHeight")) void ask("notifyIntrinsicHeight", { height });
    },
    setWidgetState: async (state) => {
      store.set({ widgetState: state });
      if (can("setWidgetState")) await ask("setWidgetState", state);
    },
    uploadFile: async (file) => (await ask("uploadFile", file)) as { fileId: string },
    getFileDownloadUrl: async (file) => (await ask("getFileDownloadUrl", file)) as { downloadUrl: string },
  };
}

function read(api: OpenAI): Partial<HostState> {
  const meta = isDict(api["toolResponseMetadata"]) ? api["toolResponseMetadata"] : null;
  // Newer hosts wrap the whole MCP result; older ones give its _meta alone.
  const whole = [meta?.["mcp_tool_result"], meta?.["call_tool_result"]].find(isDict);
  const output = api["toolOutput"] ?? whole?.["structuredContent"] ?? null;
  const patch: Partial<HostState> = {
    theme: api["theme"] === "dark" || api["theme"] === "light" ? api["theme"] : null,
    widgetState: api["widgetState"] ?? null,
    userAgent: api["userAgent"] ?? null,
    view: api["view"] ?? null,
  };
  if (isDict(api["toolInput"])) patch.toolInput = api["toolInput"];
  if (typeof api["locale"] === "string") patch.locale = api["locale"];
  if (typeof api["maxHeight"] === "number") patch.maxHeight = api["maxHeight"];
  const mode = api["displayMode"];
  if (mode === "inline" || mode === "fullscreen" || mode === "pip") patch.displayMode = mode;
  const insets = isDict(api["safeArea"]) ? api["safeArea"]["insets"] : null;
  if (isDict(insets)) patch.safeArea = { top: 0, right: 0, bottom: 0, left: 0, ...insets };
  if (output === null && whole?.["isError"] !== true) return { ...patch, phase: "loading" };
  const result = resultState({ ...whole, structuredContent: output });
  if (!whole) result.toolResponseMetadata = meta;
  return { ...patch, ...result };
}
