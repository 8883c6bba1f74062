import { type Dict, type Progress } from "./host.js";
export type Heard = (progress: Progress) => void;
/** What the other side asked or told. A request's handler answers its result; undefined means "method not found". */
export interface Handlers {
    request(method: string, params: Dict): Dict | undefined;
    notification(method: string, params: Dict): void;
}
export interface Rpc {
    /**
     * Resolves with the other side's result, rejects with its error or when there is none in time. With heard it asks for
     * progress (MCP's progressToken), and heard gets what comes of it until then.
     */
    request(method: string, params: Dict, heard?: Heard): Promise<Dict>;
    notify(method: string, params: Dict): void;
}
/**
 * JSON-RPC 2.0 with the window that frames this one. Only messages whose source is the parent count. The parent's origin
 * cannot be known to a widget, so messages go to any origin and must never hold a secret.
 */
export declare function openRpc(win: Window, handlers: Handlers): Rpc;
