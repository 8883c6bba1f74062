import type { ComponentChildren, VNode } from "preact";
import { useHostValue } from "../hooks.ts";
import { Notice } from "./notice.tsx";
import { Whole } from "./whole.tsx";

/** What a frame says by itself, in the language of the layout. */
export interface FrameWords {
  loading: string;
  cancelled: string;
  stopped: string;
  /** What the button says that shows what was cut off. */
  all?: string;
}

const english: FrameWords = {
  loading: "Loading…",
  cancelled: "Cancelled",
  stopped: "The request was stopped before it finished.",
};

export interface FrameProps {
  label: string;
  skeleton: ComponentChildren;
  children: ComponentChildren;
  /** BCP 47, where the words are not in the language of the document. */
  lang?: string;
  words?: FrameWords | undefined;
  /** What to show of a failure, given the host's sentence; without it, the sentence under a general title. */
  failed?: (message: string | null) => ComponentChildren;
}

/** The life of a widget: skeleton while loading, a sentence when failed or cancelled, else its children. */
export function Frame({ words = english, ...props }: FrameProps): VNode {
  const phase = useHostValue((s) => s.phase);
  const message = useHostValue((s) => s.message);
  return (
    <main class="frame" lang={props.lang} aria-label={props.label} aria-busy={phase === "loading"}>
      {phase === "loading" ? (
        <div role="status">
          <span class="visually-hidden">{words.loading}</span>
          <div aria-hidden="true">{props.skeleton}</div>
        </div>
      ) : phase === "error" ? (
        (props.failed?.(message) ?? <Notice kind="error" title="Something went wrong" text={message} />)
      ) : phase === "cancelled" ? (
        <Notice kind="cancelled" title={words.cancelled} text={message ?? words.stopped} />
      ) : (
        <Whole more={words.all}>{props.children}</Whole>
      )}
    </main>
  );
}
