/** A button of the author's: pressed, it writes prompt into the conversation. */
export interface Action {
    label: string;
    prompt: string;
}
/** At most two actions; what is no action is left out, a label is cut at the 40 characters that the schemas allow. */
export declare function readActions(value: unknown): Action[];
