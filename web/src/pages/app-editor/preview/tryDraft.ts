import { callTool } from "~/call/useCall";
import type { Result } from "./bridge";

/** Calls a tool of the app's draft, as it is saved, and answers what its widget would get. Rejects where there is no call at all. */
export async function tryDraft(app: string, tool: string, args: Record<string, unknown>): Promise<Result> {
  const { response } = await callTool({ app, tool, release: "draft" }, args);
  const answer = response as { result?: Result; error?: { message?: string } };
  return answer.result ?? refusal(answer.error?.message ?? "The call was refused.");
}

export const refusal = (text: string): Result => ({ isError: true, content: [{ type: "text", text }] });
