import type { RefObject, VNode } from "preact";
/** A long list shown a page at a time. */
export interface More<E extends HTMLElement> {
    /** Goes on the element whose children are the entries. */
    list: RefObject<E | null>;
    /** How many entries to render. */
    shown: number;
    /** Whether entries show their compact form, so that several stand in the room of the widget. */
    tight: boolean;
    /** tabIndex of entry i: the first one of a new page takes the focus, since the button that had it may be gone. */
    tabIndex(i: number): -1 | undefined;
    /** The button that brings the next page; null when everything is shown. */
    button: VNode | null;
}
/**
 * Shows as many of count entries as stand in the room of the widget, page at most, and the rest at a press: full screen where
 * the host has it. label: what the button says; fold: false where the entries are not what makes the widget high; cuts: entries are cut where they are tight.
 */
export declare function useMore<E extends HTMLElement>(count: number, page: number, label?: (more: number, total: number) => string, fold?: boolean, cuts?: boolean): More<E>;
export interface PagedProps<T> {
    entries: T[];
    /** How many are shown at once, and how many more a press on the button brings. */
    page: number;
    class?: string;
    item: (entry: T, index: number, tight: boolean) => VNode;
    /** BCP 47, of the entries, where the data says. */
    lang?: string | undefined;
    /** The class of every <li>. */
    itemClass?: string;
    label?: (more: number, total: number) => string;
    /** Whether the list folds where the widget has not room for all of it; it does unless told otherwise. */
    fold?: boolean;
}
/** A list whose rest waits behind a button. Give it a key that changes with the data. */
export declare function Paged<T>({ entries, page, item, label, fold, ...props }: PagedProps<T>): VNode;
