import { type Store } from "./host.js";
import type { Way } from "./methods.js";
/** The version of the MCP Apps extension that this file speaks. */
export declare const protocolVersion = "2026-01-26";
/** Speaks MCP Apps (ui/*) to the window that frames this one. beside says whether window.openai is there as well. */
export declare function mcpAppsWay(win: Window, name: string, store: Store, beside: () => boolean): Way;
