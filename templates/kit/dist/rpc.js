import { inTime } from "./deadline.js";
import { isDict } from "./host.js";
import { text } from "./text.js";
/**
 * JSON-RPC 2.0 with the window that frames this one. Only messages whose source is the parent count. The parent's origin
 * cannot be known to a widget, so messages go to any origin and must never hold a secret.
 */
export function openRpc(win, handlers) {
    const waiting = [];
    // A host may hand the token on to a server beside its own, which are numbers.
    const token = `w${Math.random().toString(36).slice(2)}-`;
    const send = (message) => {
        try {
            win.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
            return true;
        }
        catch {
            return false; // the page may not be spoken to
        }
    };
    const settle = (id, { error, result }) => {
        const call = waiting[id - 1];
        if (!call)
            return;
        if (error === undefined)
            call.resolve(isDict(result) ? result : {});
        else
            call.reject(new Error(isDict(error) && typeof error["message"] === "string" ? error["message"] : "The host refused."));
    };
    const tellProgress = ({ progressToken, progress, total, message }) => {
        if (typeof progressToken !== "string" || !progressToken.startsWith(token) || typeof progress !== "number")
            return;
        waiting[Number(progressToken.slice(token.length)) - 1]?.heard?.({
            progress,
            total: typeof total === "number" ? total : null,
            message: text(message),
        });
    };
    win.addEventListener("message", (event) => {
        const message = event.data;
        if (event.source !== win.parent || !isDict(message) || message["jsonrpc"] !== "2.0")
            return;
        const { id, method } = message;
        const params = isDict(message["params"]) ? message["params"] : {};
        if (typeof method === "string" && (typeof id === "number" || typeof id === "string")) {
            const result = handlers.request(method, params);
            send(result ? { id, result } : { id, error: { code: -32601, message: `Method not found: ${method}` } });
        }
        else if (method === "notifications/progress")
            tellProgress(params);
        else if (typeof method === "string")
            handlers.notification(method, params);
        else if (typeof id === "number")
            settle(id, message);
    });
    return {
        request: (method, params, heard) => {
            let id = 0;
            const answer = new Promise((resolve, reject) => {
                id = waiting.push({ resolve, reject, heard });
                const asked = heard ? { ...params, _meta: { progressToken: token + id } } : params;
                if (!send({ id, method, params: asked }))
                    reject(new Error("The host cannot be reached."));
            });
            return inTime(answer).finally(() => delete waiting[id - 1]);
        },
        notify: (method, params) => void send({ method, params }),
    };
}
