import type { Way } from "./methods.js";
/** No host at all: a page opened by a person. It shows what the configuration holds and can only open links. */
export declare function standaloneWay(win: Window): Way;
