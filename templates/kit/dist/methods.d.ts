import { type Feature, type Host, type Store } from "./host.js";
/** One way to a host: window.openai, the framing window, or what a page can do by itself. */
export interface Way {
    can(feature: Feature): boolean;
    /** Does what the method of that name stands for; called only where can() says yes. */
    ask(feature: Feature, ...args: unknown[]): Promise<unknown>;
}
/**
 * The host behind one store. what(feature, argument) answers the ways to it by which an action may go, the best first: each
 * action takes one of them, once, whatever becomes of it; only the height goes by all.
 */
export declare function hostOf(kind: () => Host["kind"], store: Store, ways: (feature: Feature, argument?: unknown) => Way[]): Host;
