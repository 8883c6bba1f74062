import { isObject } from "../data/schema";
import type { Bridge, HostSide, Mode, Result, Surroundings } from "./bridge";

/** ChatGPT as widgets see it: a window.openai, which the server puts into the document for this (host=chatgpt). */
export class ChatGPTBridge implements Bridge {
  private frame: HTMLIFrameElement | undefined;
  private ready: () => void = () => undefined;
  private failed: (cause: Error) => void = () => undefined;

  constructor(private readonly host: HostSide) {}

  /** The first globals, as the fragment of the document's address holds them. */
  static fragment({ theme, locale, displayMode, maxHeight }: Surroundings): string {
    return `#${encodeURIComponent(JSON.stringify({ theme, locale, displayMode, maxHeight }))}`;
  }

  connect(frame: HTMLIFrameElement): Promise<void> {
    this.frame = frame;
    addEventListener("message", this.receive);
    return new Promise((resolve, reject) => {
      this.ready = resolve;
      this.failed = reject;
    });
  }

  surround({ theme, locale, displayMode, maxHeight }: Partial<Surroundings>): void {
    this.set(
      Object.fromEntries(
        Object.entries({ theme, locale, displayMode, maxHeight }).filter(([, value]) => value !== undefined),
      ),
    );
  }

  input(toolInput: Record<string, unknown>): void {
    this.set({ toolInput });
  }

  result(result: Result): void {
    this.set({
      toolOutput: result.structuredContent ?? null,
      toolResponseMetadata: { ...result._meta, mcp_tool_result: result },
    });
  }

  close(): void {
    removeEventListener("message", this.receive);
    this.failed(new Error("closed"));
  }

  private set(globals: Record<string, unknown>): void {
    this.post({ openai: "set", globals });
  }

  // The frame's origin is opaque, so that none can be named; nothing in it is secret.
  private post(message: unknown): void {
    this.frame?.contentWindow?.postMessage(message, "*");
  }

  private receive = ({ source, data }: MessageEvent): void => {
    if (!this.frame || source !== this.frame.contentWindow || !isObject(data)) return;
    if (data["openai"] === "ready") this.ready();
    if (data["openai"] !== "ask" || typeof data["id"] !== "number") return;
    const id = data["id"];
    this.answer(String(data["name"]), data["argument"], data["further"]).then(
      (result) => this.post({ openai: "answer", id, result }),
      (cause: unknown) =>
        this.post({ openai: "answer", id, error: cause instanceof Error ? cause.message : String(cause) }),
    );
  };

  private async answer(name: string, argument: unknown, further: unknown): Promise<unknown> {
    const object = isObject(argument) ? argument : {};
    switch (name) {
      case "callTool":
        return this.host.callTool(String(argument), isObject(further) ? further : {});
      case "sendFollowUpMessage":
        return this.host.message(String(object["prompt"] ?? ""));
      case "openExternal":
        return this.host.open(String(object["href"] ?? ""));
      case "requestDisplayMode":
        return { mode: this.host.display(object["mode"] === "fullscreen" ? "fullscreen" : ("inline" satisfies Mode)) };
      case "notifyIntrinsicHeight":
        return this.host.size(Number(object["height"]) || 0);
      default:
        return undefined;
    }
  }
}
