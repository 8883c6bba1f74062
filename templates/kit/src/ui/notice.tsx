import type { ComponentChildren, VNode } from "preact";
import { Icon, type IconName } from "./icon.tsx";

const icons = { empty: "inbox", error: "alert", cancelled: "stop" } as const satisfies Record<string, IconName>;

/** A whole-widget state in words: nothing there, failed, or cancelled. */
export function Notice(props: { kind: keyof typeof icons; title: string; text?: string | null; children?: ComponentChildren }): VNode {
  return (
    <div class={`notice notice-${props.kind}`} role={props.kind === "error" ? "alert" : "status"}>
      <Icon name={icons[props.kind]} />
      <div>
        <p class="notice-title" dir="auto">{props.title}</p>
        {props.text ? <p class="notice-text" dir="auto">{props.text}</p> : null}
        {props.children}
      </div>
    </div>
  );
}
