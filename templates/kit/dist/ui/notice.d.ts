import type { ComponentChildren, VNode } from "preact";
declare const icons: {
    empty: string;
    error: string;
    cancelled: string;
};
/** A whole-widget state in words: nothing there, failed, or cancelled. */
export declare function Notice(props: {
    kind: keyof typeof icons;
    title: string;
    text?: string | null;
    children?: ComponentChildren;
}): VNode;
/** Says that there is nothing: as the data words it, else in a general sentence. */
export declare function Nothing({ said, title, text, }: {
    said: string;
    title?: string;
    text: string;
}): VNode;
export {};
