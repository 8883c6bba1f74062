import type { RefObject, VNode } from "preact";
export interface StepProps {
    to: "previous" | "next";
    /** What a press shows: "Next picture". */
    label: string;
    /** Nothing lies on that side. The button keeps the focus, so that arrow keys and the other button stay in reach. */
    end: boolean;
    go: () => void;
    button?: RefObject<HTMLButtonElement | null>;
}
/** A round button to the thing before or after; its arrow follows the direction of the page. Styled by step.css. */
export declare function Step({ to, label, end, go, button }: StepProps): VNode;
/**
 * Where a key leads among count things of which one is at index at; null for keys that lead nowhere. Arrows follow the
 * direction of the page: in a right-to-left one the left arrow goes on.
 */
export declare function stepKey(key: string, at: number, count: number, rtl: boolean): number | null;
