import type { RefObject, VNode } from "preact";
/** A long list shown a page at a time. */
export interface More<E extends HTMLElement> {
    /** Goes on the element whose children are the entries. */
    list: RefObject<E | null>;
    /** How many entries to render. */
    shown: number;
    /** tabIndex of entry i: the first one of a new page takes the focus, since the button that had it may be gone. */
    tabIndex(i: number): -1 | undefined;
    /** The button that brings the next page; null when everything is shown. */
    button: VNode | null;
}
/** Shows page of count entries and as many again at every press. label: what the button says. */
export declare function useMore<E extends HTMLElement>(count: number, page: number, label?: (more: number, total: number) => string): More<E>;
export interface PagedProps<T> {
    entries: T[];
    /** How many are shown at once, and how many more a press on the button brings. */
    page: number;
    class?: string;
    item: (entry: T, index: number) => VNode;
    /** The class of every <li>. */
    itemClass?: string;
    label?: (more: number, total: number) => string;
}
/** A list whose rest waits behind a button. Give it a key that changes with the data. */
export declare function Paged<T>({ entries, page, item, label, ...props }: PagedProps<T>): VNode;
