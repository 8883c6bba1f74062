import { messageOf } from "~/api/mcp";

/** What came back when the endpoint was asked for its tools as a client asks. */
export interface Checked {
  era: string;
  version: string;
  ok: boolean;
  /** Milliseconds, as the browser measures them. */
  ms: number;
  /** What it offers, or what is wrong. */
  words: string;
}

interface Ask {
  era: string;
  version: string;
  headers: Record<string, string>;
  params: object;
}

const asks: readonly Ask[] = [
  {
    era: "New clients",
    version: "2026-07-28",
    headers: { "Mcp-Method": "tools/list" },
    params: {
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "berth-check", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  },
  { era: "Clients of today", version: "2025-06-18", headers: {}, params: {} },
];

/** Asks for the list of tools in both eras of the protocol. That changes nothing and is not counted as a call. */
export const check = (url: string, signal: AbortSignal): Promise<Checked[]> =>
  Promise.all(asks.map((ask) => one(url, ask, signal)));

async function one(url: string, { era, version, headers, params }: Ask, signal: AbortSignal): Promise<Checked> {
  const began = performance.now();
  const ended = (ok: boolean, words: string): Checked => ({ era, version, ok, ms: performance.now() - began, words });
  try {
    const response = await fetch(url, {
      signal,
      method: "POST",
      credentials: "omit",
      cache: "no-store",
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params }),
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        "MCP-Protocol-Version": version,
        ...headers,
      },
    });
    if (response.status === 401) return ended(true, "asks people to sign in, as it should");
    if (!response.ok) return ended(false, `answered ${response.status}`);
    return judge(await messageOf(response), ended);
  } catch (cause) {
    if (signal.aborted) throw cause;
    return ended(false, "did not answer");
  }
}

function judge(message: unknown, ended: (ok: boolean, words: string) => Checked): Checked {
  const { result, error } = (message ?? {}) as {
    result?: { tools?: { name: string }[] };
    error?: { message?: string };
  };
  const tools = result?.tools;
  if (!Array.isArray(tools)) return ended(false, error?.message ?? "gave no list of tools");
  return ended(true, `offers ${tools.map(({ name }) => name).join(", ") || "no tools"}`);
}
