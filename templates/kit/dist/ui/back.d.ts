import type { VNode } from "preact";
/** The quiet way back, above what it leads back from. */
export declare function Back(props: {
    label: string;
    rests?: boolean | undefined;
    onClick: () => void;
}): VNode;
