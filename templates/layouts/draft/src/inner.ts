import { type Dict, type Host, isDict, short, text } from "@chatui/runtime";

/**
 * The widget of a draft: its document, whose tool it belongs to, and what that tool answered, if it was called. release: what
 * answered, "live" or "" for the draft; workspace: where the app is, "" for the person's first.
 */
export interface Draft {
  html: string;
  app: string;
  workspace: string;
  release: string;
  tool: string;
  args: Dict;
  result: Dict | null;
}

/** Reads the member of a result's _meta that holds a draft's widget; null where there is none. */
export function readDraft(meta: Dict | null): Draft | null {
  const draft = meta?.["berth/draft"];
  if (!isDict(draft) || typeof draft["html"] !== "string" || !draft["html"]) return null;
  const { html, arguments: args, result } = draft;
  const said = (name: string): string => (typeof draft[name] === "string" ? draft[name] : "");
  return {
    html,
    app: said("app"),
    workspace: said("workspace"),
    release: said("release"),
    tool: said("tool"),
    args: isDict(args) ? args : {},
    result: isDict(result) ? result : null,
  };
}

/** What publishing the draft would refuse. */
export interface Problem {
  location: string;
  message: string;
}

/** Reads the problems of a tool's answer. */
export function readProblems(output: unknown): Problem[] {
  const all = isDict(output) && Array.isArray(output["problems"]) ? output["problems"] : [];
  return all
    .map((one) => ({
      location: short(text(isDict(one) && one["location"]), 120),
      message: short(text(isDict(one) && one["message"]), 300),
    }))
    .filter(({ message }) => message);
}

const maxHeight = 4000;

/**
 * Plays an MCP Apps host for the document in the frame, on behalf of the host that shows this one: what the document asks of
 * a tool is a try of the draft's tool, and links open where ours do. Answers the way to stop. What comes from the frame is
 * untrusted: it reaches the tools of the draft alone.
 */
export function playHost(
  frame: HTMLIFrameElement,
  draft: Draft,
  host: Host,
  grow: (height: number) => void,
): () => void {
  const send = (message: Dict): void => frame.contentWindow?.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const context = (): Dict => {
    const { theme, locale, styles } = host.get();
    return {
      ...(theme && { theme }),
      ...(locale && { locale }),
      ...(styles && { styles: { variables: styles.variables, css: { fonts: styles.fonts } } }),
      displayMode: "inline",
      availableDisplayModes: ["inline"],
    };
  };
  const answer = async (method: string, params: Dict): Promise<Dict> => {
    switch (method) {
      case "ui/initialize":
        return {
          protocolVersion: params["protocolVersion"],
          hostInfo: { name: "berth-draft", version: "1.0.0" },
          hostCapabilities: {
            ...(host.can("callTool") && { serverTools: {} }),
            ...(host.can("openExternal") && { openLinks: {} }),
          },
          hostContext: context(),
        };
      case "tools/call": {
        const tried = await host.callTool("try_app", {
          app: draft.app,
          ...(draft.workspace && { workspace: draft.workspace }),
          ...(draft.release && { release: draft.release }),
          tool: params["name"],
          arguments: params["arguments"] ?? {},
        });
        const data = isDict(tried.structuredContent) ? tried.structuredContent : {};
        if (tried.isError) return { ...tried };
        return {
          content: [{ type: "text", text: typeof data["text"] === "string" ? data["text"] : "" }],
          structuredContent: data["data"],
          isError: data["isError"] === true,
        };
      }
      case "ui/open-link": {
        const href = String(params["url"]);
        if (!/^(https?|mailto):/i.test(href)) throw new Error("That is no link to the web.");
        await host.openExternal({ href });
        return {};
      }
      case "ping":
        return {};
    }
    throw new Error(`Method not found: ${method}`);
  };
  const listen = (event: MessageEvent): void => {
    const message: unknown = event.data;
    if (event.source !== frame.contentWindow || !isDict(message) || typeof message["method"] !== "string") return;
    const { id, method } = message;
    const params = isDict(message["params"]) ? message["params"] : {};
    if (typeof id === "number" || typeof id === "string") {
      answer(method as string, params).then(
        (result) => send({ id, result }),
        (cause: unknown) =>
          send({ id, error: { code: -32601, message: cause instanceof Error ? cause.message : "Refused" } }),
      );
    } else if (method === "ui/notifications/initialized") {
      send({ method: "ui/notifications/tool-input", params: { arguments: draft.args } });
      if (draft.result) send({ method: "ui/notifications/tool-result", params: draft.result });
    } else if (method === "ui/notifications/size-changed" && typeof params["height"] === "number") {
      grow(Math.max(0, Math.min(maxHeight, Math.ceil(params["height"]))));
    }
  };
  window.addEventListener("message", listen);
  const stop = host.subscribe(() => send({ method: "ui/notifications/host-context-changed", params: context() }));
  return () => {
    window.removeEventListener("message", listen);
    stop();
  };
}
