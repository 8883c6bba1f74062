import type { VNode } from "preact";
import { type Line } from "../lines.js";
export interface LinesProps {
    lines: Line[];
    /** The entry, which the button names. */
    about: string;
    /** Beyond so many the rest folds away, but for a single one, which takes no more room than the button. */
    most?: number;
    /** Other entries want room too: the lines run together, as many as stand in one row, or in two where there is no text. */
    tight?: boolean;
    /** The longest text of the entry, which the button unfolds as well. */
    text?: string;
}
/** Further fields of an entry, and whether the entry is to be compact until somebody unfolds it. */
export interface Unfolding {
    compact: boolean;
    view: VNode;
}
/**
 * Further fields of an entry as label and value, and the button that unfolds all of the entry: there is one where lines are
 * folded away or anything in the entry is cut. Looks: lines.css, and compact.css for entries of the class "compact".
 */
export declare function useLines({ lines, about, most, tight, text }: LinesProps): Unfolding;
/** The fields alone, of an entry that is never compact. */
export declare function Lines(props: LinesProps): VNode;
