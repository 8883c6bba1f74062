import { type Host } from "./host.js";
/** What the document's configuration slot may hold. prefer forces a host, where several are there. */
export interface Config {
    data?: unknown;
    /** The _meta of the result whose data this is. */
    meta?: unknown;
    arguments?: unknown;
    prefer?: "auto" | Host["kind"];
}
/** Reads the configuration slot; one that is missing or broken counts as empty. */
export declare function readConfig(doc: Document): Config;
/**
 * Finds the host of this window and all ways to it, whichever answers first: window.openai, if it is there or comes later,
 * and the framing window (MCP Apps). Both write into one state. A page without either stands alone.
 *
 * Data of the configuration is shown until a framing window says something else; window.openai says from the start whether
 * there is a result. A top-level page without data is ready and empty.
 */
export declare function connect(win: Window, name: string, config: Config): Host;
