import type { ComponentChildren, VNode } from "preact";
/** What a frame says by itself, in the language of the layout. */
export interface FrameWords {
    loading: string;
    cancelled: string;
    stopped: string;
    /** What the button says that shows what was cut off. */
    all?: string;
}
export interface FrameProps {
    label: string;
    skeleton: ComponentChildren;
    children: ComponentChildren;
    /** BCP 47, where the words are not in the language of the document. */
    lang?: string;
    words?: FrameWords | undefined;
    /** What to show of a failure, given the host's sentence; without it, the sentence under a general title. */
    failed?: (message: string | null) => ComponentChildren;
}
/** The life of a widget: skeleton while loading, a sentence when failed or cancelled, else its children. */
export declare function Frame({ words, ...props }: FrameProps): VNode;
