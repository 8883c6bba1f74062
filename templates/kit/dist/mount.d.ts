import { type VNode } from "preact";
import type { Host } from "./host.js";
/** Renders a widget into #app: finds the host, keeps the document in step with it and reports the height. */
export declare function mount(name: string, widget: VNode, win?: Window): Host;
