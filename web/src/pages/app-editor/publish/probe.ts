import { api, take } from "~/api/client";
import { messageOf } from "~/api/mcp";
import { sentence } from "~/api/problem";

/** What came back when the app was called as a client calls it. */
export interface Probe {
  ok: boolean;
  /** Whether the browser itself called the public address; else the server did, along the same path. */
  direct: boolean;
  ms: number;
  tool: string;
  message: string;
}

/**
 * Calls the live app's tool: the server makes the exchange, and where the public address is this page's own host the
 * browser sends the same request there again, as a client would.
 */
export async function probe(id: string): Promise<Probe> {
  let tool = "";
  try {
    const exchange = await take(
      api.POST("/apps/{id}/test", {
        params: { path: { id } },
        body: { arguments: { message: "Hello" }, release: "live", protocolVersion: "2026-07-28" },
      }),
    );
    const { url, method, headers, body } = exchange.request;
    tool = toolOf(body);
    if (new URL(url, location.href).origin !== location.origin)
      return { ...judge(exchange.response), direct: false, ms: exchange.durationMs, tool };
    const began = performance.now();
    const response = await fetch(url, {
      method,
      headers: { ...headers },
      body: JSON.stringify(body),
      credentials: "omit",
    });
    const answer = await messageOf(response);
    const ms = performance.now() - began;
    return response.ok
      ? { ...judge(answer), direct: true, ms, tool }
      : { ok: false, direct: true, ms, tool, message: `It answered ${response.status}.` };
  } catch (failure) {
    return { ok: false, direct: false, ms: 0, tool, message: sentence(failure) };
  }
}

const toolOf = (body: unknown) => String((body as { params?: { name?: unknown } }).params?.name ?? "");

function judge(answer: unknown): { ok: boolean; message: string } {
  const { result, error } = (answer ?? {}) as { result?: { isError?: boolean }; error?: { message?: string } };
  if (error) return { ok: false, message: error.message ?? "The call was refused." };
  return result && !result.isError
    ? { ok: true, message: "" }
    : { ok: false, message: "The tool answered with an error." };
}
