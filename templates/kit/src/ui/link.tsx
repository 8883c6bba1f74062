import type { ComponentChildren, VNode } from "preact";
import { useHost } from "../hooks.ts";

/** A link to the outside. Inside a host the host opens it, since its sandbox may forbid new windows. */
export function Link(props: { href: string; class?: string; children: ComponentChildren }): VNode {
  const host = useHost();
  const open = (event: Event): void => {
    if (host.kind === "standalone" || !host.can("openExternal")) return;
    event.preventDefault();
    void host.openExternal({ href: props.href }).catch(() => {});
  };
  return (
    <a class={props.class} href={props.href} target="_blank" rel="noopener noreferrer" onClick={open}>
      {props.children}
    </a>
  );
}
