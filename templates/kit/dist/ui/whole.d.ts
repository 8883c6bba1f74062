import type { ComponentChildren, VNode } from "preact";
/**
 * What a widget shows, cut where it is higher than its room, with a button to see all of it. A list that folds by itself is
 * measured first. What somebody works with is not cut while it grows.
 */
export declare function Whole({ children, more, }: {
    children: ComponentChildren;
    more?: string | undefined;
}): VNode;
