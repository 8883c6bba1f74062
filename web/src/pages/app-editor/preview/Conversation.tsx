import clsx from "clsx";
import { ArrowUp, Check, Plus, X } from "lucide-react";
import { useEffect, useRef, useState, type RefCallback } from "react";
import { Button, IconButton, Spinner } from "~/ui";
import { useField } from "../draft/useDraft";
import type { Mode } from "./bridge";
import type { HostKind } from "./stage";

interface Props {
  host: HostKind;
  /** CSS pixels of the conversation; it is drawn smaller where there is less room. */
  width: number;
  phone: boolean;
  scheme: "light" | "dark";
  mode: Mode;
  onInline(): void;
  waiting: boolean;
  /** What is shown is what the tool answers. */
  called: boolean;
  /** What the widget said on behalf of the person. */
  said: readonly string[];
  state: "loading" | "shown" | "failed";
  height: number;
  place: RefCallback<HTMLDivElement>;
  onRetry(): void;
}

/** What people see around the widget: their question, the call, the widget, the model's words. */
export function Conversation(props: Props) {
  const { host, width, phone, scheme, mode, said, waiting, called, state } = props;
  const outer = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const { scale, height } = useScale(outer, inner, width);
  const name = useField("name") || "your app";
  const tool = useField("toolName") || "the tool";
  const text = useField("responseText");
  const full = mode === "fullscreen";
  return (
    <div ref={outer} className="min-w-0" style={{ height: height || undefined }}>
      <div
        ref={inner}
        tabIndex={0}
        role="region"
        aria-label="Emulated conversation"
        style={{
          colorScheme: scheme,
          width,
          transform: scale < 1 ? `scale(${scale})` : undefined,
          transformOrigin: "top left",
        }}
        className={clsx(
          "relative mx-auto bg-surface text-text border border-line shadow-low overflow-hidden grid grid-cols-1 content-start",
          phone ? "rounded-[2rem]" : "rounded-card",
          scale < 1 && "!mx-0",
        )}
      >
        <div className="flex items-center gap-2 px-5 h-12 border-b border-line text-sm text-muted">
          <span className="font-medium text-text">{host === "chatgpt" ? "ChatGPT" : "MCP Apps host"}</span>
          <span>emulated</span>
        </div>
        <div className={clsx("grid grid-cols-1 gap-4 content-start", full ? "p-0" : phone ? "px-3 py-5" : "px-8 py-6")}>
          {!full && (
            <>
              <p className="justify-self-end max-w-[80%] rounded-[1.25rem] bg-sunken px-4 py-2.5 wrap-anywhere">
                Show me {name}.
              </p>
              <p className="text-sm text-muted flex items-center gap-2 min-w-0">
                {waiting ? <Spinner /> : called && <Check size={15} aria-hidden="true" className="shrink-0" />}
                <span className="truncate">
                  {waiting ? "Calling" : called ? "Called" : "Example data in place of"} <code>{tool}</code>
                </span>
              </p>
            </>
          )}
          <div
            className={clsx(
              "relative overflow-hidden",
              full ? "border-b border-line" : "rounded-card border border-line",
            )}
          >
            {full && (
              <div className="flex items-center justify-between h-11 pl-4 pr-1 border-b border-line">
                <span className="font-medium text-sm truncate">{name}</span>
                <IconButton
                  label="Back into the conversation"
                  icon={<X size={16} aria-hidden="true" />}
                  onClick={props.onInline}
                />
              </div>
            )}
            <div
              ref={props.place}
              className="relative"
              style={{ height: full ? 600 : Math.max(props.height, state === "shown" ? 24 : 180) }}
            />
            {state === "failed" && (
              <div
                role="alert"
                className="absolute inset-0 grid place-content-center justify-items-center gap-2 bg-surface p-4 text-center"
              >
                <p className="text-sm">The preview could not be shown.</p>
                <Button size="small" onClick={props.onRetry}>
                  Try again
                </Button>
              </div>
            )}
          </div>
          {!full && !waiting && (
            <p className="max-w-[90%] whitespace-pre-line wrap-anywhere line-clamp-6">
              {text || "Here is what I found."}
            </p>
          )}
          {!full &&
            said.map((words, i) => (
              <p
                key={i}
                data-said
                className="justify-self-end max-w-[80%] rounded-[1.25rem] bg-sunken px-4 py-2.5 wrap-anywhere"
              >
                {words}
              </p>
            ))}
        </div>
        <div
          aria-hidden="true"
          className="mx-4 mb-4 mt-2 rounded-full border border-line h-11 flex items-center gap-2 px-3 text-muted text-sm"
        >
          <Plus size={16} />
          Ask anything
          <span className="flex-1" />
          <span className="size-7 rounded-full bg-sunken grid place-items-center">
            <ArrowUp size={15} />
          </span>
        </div>
      </div>
    </div>
  );
}

/** How much smaller a thing of this width has to be drawn to fit, and how high it is then; 0 while it fits. */
function useScale(
  outer: React.RefObject<HTMLElement | null>,
  inner: React.RefObject<HTMLElement | null>,
  width: number,
) {
  const [size, set] = useState({ scale: 1, height: 0 });
  useEffect(() => {
    const measure = () => {
      const scale = Math.min(1, (outer.current?.clientWidth ?? width) / width);
      const height = scale < 1 ? Math.ceil((inner.current?.offsetHeight ?? 0) * scale) : 0;
      set((before) => (before.scale === scale && before.height === height ? before : { scale, height }));
    };
    const observer = new ResizeObserver(measure);
    if (outer.current) observer.observe(outer.current);
    if (inner.current) observer.observe(inner.current);
    measure();
    return () => observer.disconnect();
  }, [outer, inner, width]);
  return size;
}
