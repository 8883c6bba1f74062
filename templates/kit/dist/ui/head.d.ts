import type { VNode } from "preact";
/** Heading of level two and the sentence below it; nothing when both are "". */
export declare function Head({ title, subtitle }: {
    title: string;
    subtitle: string;
}): VNode | null;
/** Says how many entries of the data could not be shown; nothing when all could. */
export declare function Skipped({ count }: {
    count: number;
}): VNode | null;
