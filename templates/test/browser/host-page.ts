/** A host page around the official AppBridge: independent of the kit's own bridge. Driven through window.host. */
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

interface Show {
  url: string;
  width: number;
  theme: "light" | "dark";
  locale?: string;
  /** fullscreen unless told otherwise: everything is shown there. */
  displayMode?: "inline" | "fullscreen";
  /** hostContext.styles */
  styles?: Record<string, unknown>;
  arguments?: Record<string, unknown>;
  result?: Record<string, unknown>;
  cancelled?: string;
  /** Source of a function (log) => async (name, args) => result: the tools that the host reaches; without it all fail. */
  server?: string;
}

type Tools = (name: string, args: Record<string, unknown>) => Promise<unknown>;

const log: unknown[] = [];
let bridge: AppBridge | null = null;
let frame: HTMLIFrameElement;

const host = {
  log,
  /** Opens a widget and resolves once it has been told everything. */
  async show(show: Show): Promise<void> {
    document.body.replaceChildren();
    frame = document.createElement("iframe");
    frame.name = "widget";
    frame.title = "widget";
    frame.setAttribute("sandbox", "allow-scripts");
    host.resize(show.width);
    document.body.append(frame);
    bridge = new AppBridge(
      null,
      { name: "test-host", version: "1.0.0" },
      { openLinks: {}, serverTools: {}, message: { text: {} }, updateModelContext: { structuredContent: {} } },
      {
        hostContext: {
          theme: show.theme,
          ...(show.styles ? { styles: show.styles } : {}),
          locale: show.locale ?? "en-US",
          displayMode: show.displayMode ?? "fullscreen",
          availableDisplayModes: ["inline", "fullscreen"],
          containerDimensions: { maxHeight: 4000, width: show.width },
        },
      },
    );
    const call = (
      show.server ? new Function(`return ${show.server}`)()(log) : () => Promise.reject(new Error("no tools"))
    ) as Tools;
    const initialized = new Promise<void>((resolve, reject) => {
      bridge!.oninitialized = () => resolve();
      setTimeout(() => reject(new Error("the widget never shook hands")), 8000);
    });
    bridge.onsizechange = ({ height }) => {
      log.push(["size", height]);
      frame.style.height = `${height}px`;
    };
    bridge.oncalltool = async ({ name, arguments: args }) => (await call(name, args ?? {})) as never;
    bridge.onmessage = async ({ content }) => (log.push(["message", content]), {});
    bridge.onopenlink = async ({ url }) => (log.push(["open", url]), {});
    bridge.onupdatemodelcontext = async ({ structuredContent }) => (log.push(["state", structuredContent]), {});
    // Listening before the frame loads, as the protocol expects of hosts.
    const target = frame.contentWindow!;
    await bridge.connect(new PostMessageTransport(target, target));
    frame.src = show.url;
    await initialized;
    log.push(["initialized", bridge.getAppVersion()?.name]);
    if (show.arguments) await bridge.sendToolInput({ arguments: show.arguments });
    if (show.result) await bridge.sendToolResult({ content: [], ...show.result } as never);
    if (show.cancelled !== undefined) await bridge.sendToolCancelled({ reason: show.cancelled });
  },
  resize(width: number): void {
    frame.style.cssText = `border:0;display:block;width:${width}px;height:${frame.style.height || "150px"}`;
  },
  async theme(theme: "light" | "dark"): Promise<void> {
    document.documentElement.style.background = theme === "dark" ? "#212121" : "#fff";
    await bridge!.sendHostContextChange({ theme });
  },
  async mode(displayMode: "inline" | "fullscreen"): Promise<void> {
    await bridge!.sendHostContextChange({ displayMode });
  },
  async room(maxHeight: number): Promise<void> {
    await bridge!.sendHostContextChange({ containerDimensions: { maxHeight, width: frame.clientWidth } });
  },
  result: (result: Record<string, unknown>): Promise<void> =>
    bridge!.sendToolResult({ content: [], ...result } as never),
  teardown: (): Promise<unknown> => bridge!.teardownResource({}),
  /** A frame beside the widget writes to it; only the parent may be believed. */
  forge(message: unknown): Promise<void> {
    return new Promise((resolve) => {
      const other = document.createElement("iframe");
      other.onload = () => {
        const script = other.contentDocument!.createElement("script");
        script.textContent = `parent.frames["widget"].postMessage(${JSON.stringify(message)}, "*")`;
        other.contentDocument!.body.append(script);
        setTimeout(resolve, 50);
      };
      document.body.append(other);
    });
  },
  height: (): number => frame.clientHeight,
};

declare global {
  interface Window {
    host: typeof host;
  }
}
window.host = host;
