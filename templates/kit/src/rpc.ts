import { type Dict, isDict } from "./host.ts";

/** What the other side asked or told. A request's handler answers its result; undefined means "method not found". */
export interface Handlers {
  request(method: string, params: Dict): Dict | undefined;
  notification(method: string, params: Dict): void;
}

/**
 * JSON-RPC 2.0 with the window that frames this one. Only messages whose source is the parent count. The parent's origin
 * cannot be known to a widget, so messages go to any origin and must never hold a secret.
 */
export class Rpc {
  private next = 1;
  private waiting = new Map<number, { resolve: (result: Dict) => void; reject: (cause: Error) => void }>();

  constructor(
    private win: Window,
    private handlers: Handlers,
  ) {
    win.addEventListener("message", this.receive);
  }

  request(method: string, params: Dict): Promise<Dict> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
  }

  notify(method: string, params: Dict): void {
    this.send({ method, params });
  }

  private send(message: Dict): void {
    this.win.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  }

  private receive = (event: MessageEvent): void => {
    const message: unknown = event.data;
    if (event.source !== this.win.parent || !isDict(message) || message["jsonrpc"] !== "2.0") return;
    const { id, method } = message;
    const params = isDict(message["params"]) ? message["params"] : {};
    if (typeof method === "string" && (typeof id === "number" || typeof id === "string")) {
      const result = this.handlers.request(method, params);
      this.send(result ? { id, result } : { id, error: { code: -32601, message: `Method not found: ${method}` } });
    } else if (typeof method === "string") {
      this.handlers.notification(method, params);
    } else if (typeof id === "number") {
      this.settle(id, message);
    }
  };

  private settle(id: number, message: Dict): void {
    const call = this.waiting.get(id);
    if (!call) return;
    this.waiting.delete(id);
    const error = message["error"];
    if (error !== undefined) {
      call.reject(new Error(isDict(error) && typeof error["message"] === "string" ? error["message"] : "The host refused."));
    } else {
      call.resolve(isDict(message["result"]) ? message["result"] : {});
    }
  }
}
