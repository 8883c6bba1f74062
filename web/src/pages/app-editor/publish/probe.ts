import type { App } from "~/api/apps";
import { api, take } from "~/api/client";
import { messageOf } from "~/api/mcp";
import { sentence } from "~/api/problem";
import { isKind, needsSignIn, toolsOf, type ToolDraft } from "~/api/tools";
import { first } from "~/call/arguments";
import { isObject } from "../data/schema";

/** What came back when the app was called as a client calls it. */
export interface Probe {
  ok: boolean;
  /** It asked to sign in first, as an app for persons should. */
  asks?: boolean;
  /** Whether the browser itself called the public address; else the server did, along the same path. */
  direct: boolean;
  ms: number;
  tool: string;
  message: string;
}

/**
 * The call that shows whether the app answers: of the first tool that only reads what is here, with arguments that its form
 * takes. Undefined where each tool writes, or asks another server.
 */
export function callOf(tools: readonly ToolDraft[]) {
  const tool = tools.find(({ handler }) => !handler || isKind(handler, "mock", "query"));
  if (!tool) return undefined;
  const known = { message: "Hello" };
  // A form that is made from the handler: a query needs nothing, all else takes a message.
  const made = isKind(tool.handler, "query") ? {} : known;
  return { tool: tool.name, arguments: isObject(tool.input) ? first(tool.input, known, tool.example) : made };
}

/**
 * Calls the live app's tool, where it has one to be called unasked: the server makes the exchange, and where the public address is this page's own host the
 * browser sends the same request there again, as a client would.
 */
export async function probe(app: App): Promise<Probe | undefined> {
  const tools = toolsOf(app);
  const call = callOf(tools);
  if (!call) return undefined;
  const called = tools.find(({ name }) => name === call.tool);
  let { tool } = call;
  try {
    const exchange = await take(
      api.POST("/apps/{id}/test", {
        params: { path: { id: app.id } },
        body: { ...call, release: "live", protocolVersion: "2026-07-28" },
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
    if (response.status === 401 && called && needsSignIn(app.access, called))
      return { ok: true, asks: true, direct: true, ms, tool, message: "" };
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
