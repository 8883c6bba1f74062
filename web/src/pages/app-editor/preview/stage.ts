import type { Bridge, HostSide, Result, Surroundings } from "./bridge";
import { ChatGPTBridge } from "./chatgpt";

export type HostKind = "chatgpt" | "mcp";

/** What stands on the stage. */
export interface Scene {
  host: HostKind;
  /** The document's address; the next scene with another one is loaded behind the present one. */
  url: string;
  title: string;
  /** What the tool was called with. */
  input?: Record<string, unknown>;
}

export interface StageEvents extends Omit<HostSide, "size"> {
  /** The height of what is shown. */
  height(height: number): void;
  state(state: "loading" | "shown" | "failed"): void;
}

const patience = 8000;

/**
 * Shows one widget in a frame of an opaque origin and speaks to it as its host. A new document is loaded behind the one
 * that is shown and takes its place once it has drawn itself, so that nothing flickers while somebody chooses colours.
 */
export class Stage {
  private shown: { frame: HTMLIFrameElement; bridge: Bridge } | undefined;
  private coming: { frame: HTMLIFrameElement; bridge?: Bridge } | undefined;
  private last: Result | undefined;

  constructor(
    private readonly place: HTMLElement,
    private surroundings: Surroundings,
    private readonly events: StageEvents,
  ) {}

  /** Hands the tool's result to the widget; undefined: it is still on its way, and documents that are loaded wait. */
  result(result: Result | undefined): void {
    this.last = result;
    if (result) for (const { bridge } of this.both()) bridge?.result(result);
  }

  surround(change: Partial<Surroundings>): void {
    this.surroundings = { ...this.surroundings, ...change };
    for (const { bridge } of this.both()) bridge?.surround(change);
  }

  async show({ host, url, title, input = { message: "…" } }: Scene): Promise<void> {
    this.drop(this.coming);
    if (!this.shown) this.events.state("loading");
    const frame = document.createElement("iframe");
    const mine: { frame: HTMLIFrameElement; bridge?: Bridge } = { frame };
    this.coming = mine;
    frame.setAttribute("sandbox", "allow-scripts");
    frame.inert = true; // until it is the one that is seen
    frame.className = this.shown
      ? "absolute inset-x-0 top-0 w-full h-full opacity-0 pointer-events-none"
      : "block w-full h-full";
    this.place.append(frame);
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const drawn = new Promise<void>((resolve) => {
        const side: HostSide = { ...this.events, size: (height) => (this.sized(mine, height), resolve()) };
        mine.bridge = host === "chatgpt" ? new ChatGPTBridge(side) : new Later(side);
      });
      const late = new Promise<never>(
        (_, reject) => (timer = setTimeout(() => reject(new Error("the widget does not answer")), patience)),
      );
      const bridge = mine.bridge;
      if (!bridge) return;
      const ready = bridge.connect(frame, this.surroundings);
      ready.catch(() => undefined); // nobody may be waiting for it any more
      if (bridge instanceof Later) await Promise.race([bridge.loaded, ready, late]);
      if (this.coming !== mine) return;
      frame.src = host === "chatgpt" ? url + ChatGPTBridge.fragment(this.surroundings) : url;
      await Promise.race([ready, late]);
      bridge.input(input);
      if (this.last) bridge.result(this.last);
      await Promise.race([drawn, new Promise((resolve) => setTimeout(resolve, 400))]);
      if (this.coming !== mine) return;
      this.swap(mine.frame, bridge, title);
    } catch {
      if (this.coming !== mine) return;
      this.drop(mine);
      this.coming = undefined;
      this.events.state("failed");
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    for (const one of this.both()) this.drop(one);
    this.shown = this.coming = undefined;
  }

  private both = () => [this.shown, this.coming].filter((one) => one !== undefined);

  private heights = new WeakMap<HTMLIFrameElement, number>();

  private sized(one: { frame: HTMLIFrameElement }, height: number): void {
    this.heights.set(one.frame, height);
    if (one.frame === this.shown?.frame) this.events.height(height);
  }

  private swap(frame: HTMLIFrameElement, bridge: Bridge, title: string): void {
    this.drop(this.shown);
    this.shown = { frame, bridge };
    this.coming = undefined;
    frame.className = "block w-full h-full";
    frame.title = title;
    frame.inert = false;
    this.events.height(this.heights.get(frame) ?? 0);
    this.events.state("shown");
  }

  private drop(one: { frame: HTMLIFrameElement; bridge?: Bridge } | undefined): void {
    one?.bridge?.close();
    one?.frame.remove();
  }
}

/** The host of MCP Apps, whose code is loaded when it is first needed. */
class Later implements Bridge {
  private inner: Bridge | undefined;
  readonly loaded: Promise<void>;
  private begin: () => void = () => undefined;
  private closed = false;

  constructor(private readonly host: HostSide) {
    this.loaded = new Promise((resolve) => (this.begin = resolve));
  }

  async connect(frame: HTMLIFrameElement, surroundings: Surroundings): Promise<void> {
    const { MCPAppsBridge } = await import("./mcpapps");
    if (this.closed) throw new Error("closed");
    this.inner = new MCPAppsBridge(this.host);
    const connected = this.inner.connect(frame, surroundings);
    this.begin(); // it listens; now the document may be loaded
    return connected;
  }

  surround = (change: Partial<Surroundings>) => this.inner?.surround(change);
  input = (args: Record<string, unknown>) => this.inner?.input(args);
  result = (result: Result) => this.inner?.result(result);

  close(): void {
    this.closed = true;
    this.inner?.close();
  }
}
