import type { ComponentChildren, VNode } from "preact";
import { useHostValue } from "../hooks.ts";
import { Notice } from "./notice.tsx";

/** The life of a widget: skeleton while loading, a sentence when failed or cancelled, else its children. */
export function Frame(props: { label: string; skeleton: ComponentChildren; children: ComponentChildren }): VNode {
  const phase = useHostValue((s) => s.phase);
  const message = useHostValue((s) => s.message);
  return (
    <main class="frame" aria-label={props.label} aria-busy={phase === "loading"}>
      {phase === "loading" ? (
        <div role="status">
          <span class="visually-hidden">Loading…</span>
          <div aria-hidden="true">{props.skeleton}</div>
        </div>
      ) : phase === "error" ? (
        <Notice kind="error" title="Something went wrong" text={message} />
      ) : phase === "cancelled" ? (
        <Notice kind="cancelled" title="Cancelled" text={message ?? "The request was stopped before it finished."} />
      ) : (
        props.children
      )}
    </main>
  );
}
