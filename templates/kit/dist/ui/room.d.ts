import type { RefObject } from "preact";
/** A little more than the room is no reason to hide anything. */
export declare const slack = 12;
/** How high the widget may be; null where it may be as high as it is: opened full screen, or on a page of its own. */
export declare function useRoom(): number | null;
/** Answers how to show everything: full screen where the host has it; resolves with whether it did. */
export declare function useEnlarge(): () => Promise<boolean>;
/** The height of the widget's content, whatever is cut off it around the element: what is cut would end where its button does. */
export declare function heightOf(element: Element): number;
/**
 * How high the button that brings the rest makes the widget: nothing where it stands in the line of the author's buttons, which
 * rest.css says of a list with the width that it then wants. wordy: it says how many more there are.
 */
export declare function costOf(list: Element, wordy: boolean): number;
/** How a list stands in its room: how many of its entries, null for all of them, and whether they have to be tight. */
export interface Fit {
    fit: number | null;
    tight: boolean;
}
/**
 * How many of the list's children stand in the room that the rest of the widget leaves. Where not all of them do, it is
 * measured once more with tight ones. cost: of the button for the rest; fromEnd: the last ones are kept. They are all rendered to be measured, before anything is
 * painted, and again when the width or the room changes.
 */
export declare function useFit(list: RefObject<HTMLElement | null>, count: number, off?: boolean, { cost, fromEnd }?: {
    cost?: (list: Element) => number;
    fromEnd?: boolean;
}): Fit;
