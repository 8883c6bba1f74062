/** What a short text says of how things stand, for its colour. */
export type Tone = "success" | "warning" | "danger" | "neutral";
/** The tone of a status; null for a text that is none. */
export declare function toneOf(text: string): Tone | null;
/** The tone of a figure that tells how something moved: "−3.2%" and "-€20" fell, "+4 %" rose; null for any other. */
export declare function moveOf(figure: string): "success" | "danger" | null;
