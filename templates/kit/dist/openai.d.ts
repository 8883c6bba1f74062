import { type Store } from "./host.js";
import type { Way } from "./methods.js";
/** Whether this window has a window.openai by now. */
export declare const injected: (win: Window) => boolean;
/**
 * Speaks to window.openai, whenever it comes: state from its properties, changes from the event openai:set_globals. Each
 * event has all properties, so that what they said before is no news: the framing window may have said newer things.
 */
export declare function openaiWay(win: Window, store: Store): Way;
