import { type Host, type HostState, isDict } from "./host.ts";
import { mcpAppsHost } from "./mcpapps.ts";
import { openaiHost } from "./openai.ts";
import { resultState } from "./result.ts";
import { standaloneHost } from "./standalone.ts";

/** What the document's configuration slot may hold. prefer forces a host, where several are there. */
export interface Config {
  data?: unknown;
  arguments?: unknown;
  prefer?: "auto" | Host["kind"];
}

/** Reads the configuration slot; one that is missing or broken counts as empty. */
export function readConfig(doc: Document): Config {
  try {
    const config: unknown = JSON.parse(doc.getElementById("app-config")?.textContent ?? "{}");
    return isDict(config) ? config : {};
  } catch {
    return {};
  }
}

/**
 * Finds the host of this window: window.openai if it is there, else the framing window (MCP Apps), else none. Data of the
 * configuration is shown until a framing window says something else; window.openai says from the start whether there is a
 * result. A top-level page without data is ready and empty.
 */
export function connect(win: Window, name: string, config: Config): Host {
  const initial: Partial<HostState> = config.data === undefined ? {} : resultState({ structuredContent: config.data });
  if (isDict(config.arguments)) initial.toolInput = config.arguments;
  const framed = win.parent !== win;
  const injected = isDict((win as unknown as Record<string, unknown>)["openai"]);
  switch (config.prefer) {
    case "openai":
      return openaiHost(win);
    case "mcp-apps":
      return mcpAppsHost(win, name, initial);
    case "standalone":
      return standaloneHost(win, { phase: "ready", ...initial });
    default:
      if (injected) return openaiHost(win);
      return framed ? mcpAppsHost(win, name, initial) : standaloneHost(win, { phase: "ready", ...initial });
  }
}
