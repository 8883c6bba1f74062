import "./jitless";
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";
import type { Bridge, HostSide, Result, Surroundings } from "./bridge";

/** A host of MCP Apps: the official AppBridge, so that what works here works where it is used. */
export class MCPAppsBridge implements Bridge {
  private bridge: AppBridge | undefined;
  private failed: (cause: Error) => void = () => undefined;

  constructor(private readonly host: HostSide) {}

  async connect(frame: HTMLIFrameElement, surroundings: Surroundings): Promise<void> {
    const target = frame.contentWindow;
    if (!target) throw new Error("the frame is not in the page");
    const bridge = new AppBridge(
      null,
      { name: "berth-preview", version: "1.0.0" },
      { openLinks: {}, serverTools: {}, message: { text: {} }, updateModelContext: { structuredContent: {} } },
      { hostContext: { ...context(surroundings), availableDisplayModes: ["inline", "fullscreen"] } },
    );
    this.bridge = bridge;
    const { host } = this;
    const initialized = new Promise<void>((resolve, reject) => {
      bridge.oninitialized = () => resolve();
      this.failed = reject;
    });
    bridge.onsizechange = ({ height }) => {
      if (height !== undefined) host.size(height);
    };
    bridge.oncalltool = async ({ name, arguments: args }) =>
      ({ content: [], ...(await host.callTool(name, args ?? {})) }) as never;
    bridge.onmessage = async ({ content }) => {
      const blocks = (Array.isArray(content) ? content : [content]) as { type?: string; text?: string }[];
      host.message(blocks.map((block) => (block.type === "text" ? block.text : "")).join("\n"));
      return {};
    };
    bridge.onopenlink = async ({ url }) => (host.open(url), {});
    bridge.onrequestdisplaymode = async ({ mode }) => ({
      mode: host.display(mode === "fullscreen" ? "fullscreen" : "inline"),
    });
    bridge.onupdatemodelcontext = async () => ({});
    await bridge.connect(new PostMessageTransport(target, target));
    await initialized;
  }

  surround(change: Partial<Surroundings>): void {
    void this.bridge?.sendHostContextChange(context(change));
  }

  input(args: Record<string, unknown>): void {
    void this.bridge?.sendToolInput({ arguments: args });
  }

  result(result: Result): void {
    void this.bridge?.sendToolResult({ content: [], ...result } as never);
  }

  close(): void {
    this.failed(new Error("closed"));
    void this.bridge?.close().catch(() => undefined);
  }
}

function context({ theme, locale, displayMode, width, maxHeight }: Partial<Surroundings>) {
  return {
    ...(theme && { theme }),
    ...(locale && { locale }),
    ...(displayMode && { displayMode }),
    ...(width && maxHeight && { containerDimensions: { width, maxHeight } }),
  };
}
