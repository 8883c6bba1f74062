import { callTool } from "~/call/useCall";
import { isObject } from "../data/schema";
import type { Result } from "./bridge";

/** Calls a tool of the app's draft, as it is saved, and answers what its widget would get. Rejects where there is no call at all. */
export async function tryDraft(app: string, tool: string, args: Record<string, unknown>): Promise<Result> {
  const { response } = await callTool({ app, tool, release: "draft" }, args);
  const answer = response as { result?: Result; error?: { message?: string } };
  return answer.result ?? refusal(answer.error?.message ?? "The call was refused.");
}

/** What a tool answers to its example, else to nothing: rows may have changed since the example found some. */
export async function tryExample(call: (args: Record<string, unknown>) => Promise<Result>, example: unknown) {
  if (!isObject(example) || !Object.keys(example).length) return call({});
  const result = await call(example);
  const { empty } = isObject(result.structuredContent) ? result.structuredContent : {};
  return result.isError || empty ? call({}) : result;
}

export const refusal = (text: string): Result => ({ isError: true, content: [{ type: "text", text }] });
