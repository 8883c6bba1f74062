import type { Schemas } from "~/api/client";

export type Exchange = Schemas["TestAppOutput"];

/** A tool's result as MCP has it, as far as it is shown here. */
export interface ToolResult {
  content?: { type?: string; text?: string }[];
  structuredContent?: unknown;
  isError?: boolean;
  _meta?: Record<string, unknown>;
}

/** What a JSON-RPC response holds: a result, or what is wrong. */
export function outcomeOf(response: unknown): { result?: ToolResult; error?: string } {
  const { result, error } = (response ?? {}) as { result?: ToolResult; error?: { code?: number; message?: string } };
  if (error)
    return {
      error: `${error.message ?? "The call was refused."}${error.code === undefined ? "" : ` (JSON-RPC ${error.code})`}`,
    };
  return result ? { result } : { error: "The answer is no JSON-RPC response." };
}

/** The words that a result has for the model. */
export const textOf = (result: ToolResult): string =>
  (result.content ?? [])
    .map(({ type, text }) => (type === "text" ? (text ?? "") : `[${type ?? "something"}]`))
    .join("\n\n");

/** More tokens than this in one result crowd a model's memory. */
export const manyTokens = 5000;

/**
 * About how many tokens a model reads of a result: its text and its data, not what is for the widget alone. Four Latin
 * characters are taken for a token and every other character for one, which is how today's tokenizers behave at large.
 */
export function tokensOf({ content, structuredContent }: ToolResult): number {
  const read = `${textOf(content ? { content } : {})}${structuredContent === undefined ? "" : JSON.stringify(structuredContent)}`;
  const others = read.replace(/[\u0000-\u024f]/g, "").length;
  return Math.ceil((read.length - others) / 4 + others);
}

/** The request as a command for a POSIX shell. */
export function curlOf({ method, url, headers, body }: Exchange["request"], privately = false): string {
  const all = privately ? { ...headers, Authorization: "Bearer YOUR_API_KEY" } : headers;
  return [
    `curl -X ${method} ${quoted(url)}`,
    ...Object.entries(all).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-raw ${quoted(JSON.stringify(body))}`,
  ].join(" \\\n  ");
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The request as it goes over the wire, for reading. */
export const wireOf = ({ method, url, headers, body }: Exchange["request"]): string =>
  `${method} ${url}\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n")}\n\n${JSON.stringify(body, null, 2)}`;
