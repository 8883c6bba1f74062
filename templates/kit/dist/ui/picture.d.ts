import type { VNode } from "preact";
/** A picture that gives way to a quiet placeholder when there is none or it does not load. src: out of safeImage. */
export declare function Picture({ src, alt, icon }: {
    src: string;
    alt: string;
    icon?: string;
}): VNode;
