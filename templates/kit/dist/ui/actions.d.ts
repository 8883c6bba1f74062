import type { VNode } from "preact";
import type { Action } from "../actions.js";
/**
 * The author's buttons, where the host takes messages. One that has been pressed rests until the message is sent. about:
 * the entry that they belong to, where every entry has its own; they then name it, are in .asks, and none is primary.
 */
export declare function Actions({ actions, about }: {
    actions: Action[];
    about?: string;
}): VNode | null;
