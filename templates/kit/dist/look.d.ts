import type { HostState } from "./host.js";
/**
 * Answers what gives a document the look of its host, as --host-surface and so on, which only the default theme uses. Colours
 * are taken together or not at all: where one is missing, is no opaque colour, or could not be read on another (WCAG 2.2 AA).
 */
export declare function wearLook(win: Window): (state: HostState) => void;
