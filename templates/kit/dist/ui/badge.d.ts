import type { VNode } from "preact";
import { type Tone } from "../tone.js";
/** A short text that stands out, in the colour of what it means; nothing for "". tone: what it means, where that is known. */
export declare function Badge({ text, tone }: {
    text: string;
    tone?: Tone | null;
}): VNode | null;
