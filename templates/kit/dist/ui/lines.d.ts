import type { VNode } from "preact";
import { type Line } from "../lines.js";
/**
 * Further fields of an entry as label and value. Beyond most of them the rest folds away behind a button, but for a single
 * one, which takes no more room than the button. about: the entry, which the button names. several: there are other entries
 * beside it, so that between messages one line holds several fields.
 */
export declare function Lines({ lines, about, most, several, }: {
    lines: Line[];
    about: string;
    most?: number;
    several?: boolean;
}): VNode | null;
