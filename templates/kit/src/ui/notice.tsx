import type { ComponentChildren, VNode } from "preact";
import { Icon } from "./icon.tsx";
import { alertIcon, inboxIcon, stopIcon } from "./icons.ts";

const icons = { empty: inboxIcon, error: alertIcon, cancelled: stopIcon };

/** A whole-widget state in words: nothing there, failed, or cancelled. */
export function Notice(props: {
  kind: keyof typeof icons;
  title: string;
  text?: string | null;
  children?: ComponentChildren;
}): VNode {
  return (
    <div class={`notice notice-${props.kind}`} role={props.kind === "error" ? "alert" : "status"}>
      <Icon path={icons[props.kind]} />
      <div>
        <p class="notice-title" dir="auto">
          {props.title}
        </p>
        {props.text ? (
          <p class="notice-text" dir="auto">
            {props.text}
          </p>
        ) : null}
        {props.children}
      </div>
    </div>
  );
}

/** Says that there is nothing: as the data words it, else in a general sentence. */
export function Nothing({
  said,
  title = "Nothing to show",
  text,
}: {
  said: string;
  title?: string;
  text: string;
}): VNode {
  return <Notice kind="empty" title={said || title} text={said ? null : text} />;
}
