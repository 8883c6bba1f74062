import type { VNode } from "preact";
/** A decorative icon out of icons.ts; the control around it carries the name. */
export declare function Icon({ path }: {
    path: string;
}): VNode;
