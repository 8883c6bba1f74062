import type { VNode } from "preact";
/** Short words in one line, or in more where there is no room; nothing where there are none. Looks: entry.css. */
export declare function Tags({ tags }: {
    tags: readonly string[];
}): VNode | null;
