import { inTime } from "./deadline.ts";
import { type Dict, isDict } from "./host.ts";

/** What the other side asked or told. A request's handler answers its result; undefined means "method not found". */
export interface Handlers {
  request(method: string, params: Dict): Dict | undefined;
  notification(method: string, params: Dict): void;
}

export interface Rpc {
  /** Resolves with the other side's result, rejects with its error or when there is none in time. */
  request(method: string, params: Dict): Promise<Dict>;
  notify(method: string, params: Dict): void;
}

/**
 * JSON-RPC 2.0 with the window that frames this one. Only messages whose source is the parent count. The parent's origin
 * cannot be known to a widget, so messages go to any origin and must never hold a secret.
 */
export function openRpc(win: Window, handlers: Handlers): Rpc {
  const waiting: { resolve: (result: Dict) => void; reject: (cause: Error) => void }[] = [];
  const send = (message: Dict): boolean => {
    try {
      win.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
      return true;
    } catch {
      return false; // the page may not be spoken to
    }
  };
  const settle = (id: number, { error, result }: Dict): void => {
    const call = waiting[id - 1];
    if (!call) return;
    if (error === undefined) call.resolve(isDict(result) ? result : {});
    else
      call.reject(
        new Error(isDict(error) && typeof error["message"] === "string" ? error["message"] : "The host refused."),
      );
  };
  win.addEventListener("message", (event) => {
    const message: unknown = event.data;
    if (event.source !== win.parent || !isDict(message) || message["jsonrpc"] !== "2.0") return;
    const { id, method } = message;
    const params = isDict(message["params"]) ? message["params"] : {};
    if (typeof method === "string" && (typeof id === "number" || typeof id === "string")) {
      const result = handlers.request(method, params);
      send(result ? { id, result } : { id, error: { code: -32601, message: `Method not found: ${method}` } });
    } else if (typeof method === "string") handlers.notification(method, params);
    else if (typeof id === "number") settle(id, message);
  });
  return {
    request: (method, params) => {
      let id = 0;
      const answer = new Promise<Dict>((resolve, reject) => {
        id = waiting.push({ resolve, reject });
        if (!send({ id, method, params })) reject(new Error("The host cannot be reached."));
      });
      return inTime(answer).finally(() => delete waiting[id - 1]);
    },
    notify: (method, params) => void send({ method, params }),
  };
}
