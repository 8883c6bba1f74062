import type { ComponentChildren, VNode } from "preact";
/** A link to the outside. Inside a host the host opens it, since its sandbox may forbid new windows. */
export declare function Link(props: {
    href: string;
    class?: string;
    children: ComponentChildren;
}): VNode;
