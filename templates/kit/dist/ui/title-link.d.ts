import type { ComponentChildren, VNode } from "preact";
/** A text that leads outside where there is an address, with the sign for it; else just the text. Looks: entry.css. */
export declare function TitleLink({ href, children }: {
    href: string;
    children: ComponentChildren;
}): VNode;
