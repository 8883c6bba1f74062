/** What a host and a widget say to each other, whichever way they speak. */

export type Mode = "inline" | "fullscreen";

/** What a host tells about itself. */
export interface Surroundings {
  theme: "light" | "dark";
  locale: string;
  displayMode: Mode;
  /** CSS pixels that the widget is given. */
  width: number;
  maxHeight: number;
}

/** A tool's result as MCP has it. */
export interface Result {
  content?: unknown[];
  structuredContent?: unknown;
  isError?: boolean;
  _meta?: Record<string, unknown>;
}

/** What a widget asks of its host. */
export interface HostSide {
  /** The widget has drawn something of this height, in CSS pixels. */
  size(height: number): void;
  callTool(name: string, args: Record<string, unknown>): Promise<Result>;
  /** A message on behalf of the person. */
  message(text: string): void;
  open(href: string): void;
  /** Answers the mode that it gets. */
  display(mode: Mode): Mode;
}

/** One host at one frame. */
export interface Bridge {
  /** Begins to listen; resolves when the widget has said that it is there. The frame is to be loaded after the call. */
  connect(frame: HTMLIFrameElement, surroundings: Surroundings): Promise<void>;
  surround(change: Partial<Surroundings>): void;
  input(args: Record<string, unknown>): void;
  result(result: Result): void;
  close(): void;
}
