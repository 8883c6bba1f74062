import { type Dict, type HostState } from "./host.js";
/** What a host says of the surroundings, in the words that both kinds of hosts use. What it does not say stays untouched. */
export declare function readContext(told: Dict, insets: unknown, maxHeight: unknown): Partial<HostState>;
