import { errorProblems, errorText, failed, isDict, text, type ToolResult } from "@chatui/runtime";
import type { Form } from "./data.ts";

/** Why nothing may be called received: in words for all of it, and what is wrong with fields, by name. */
export interface Refusal {
  title: string;
  text: string;
  wrong: ReadonlyMap<string, string>;
}

const nothing: Refusal["wrong"] = new Map();
const uncertain = "No confirmation";
const arrived = " It may have arrived all the same.";

/** Why a tool's answer is no confirmation; null when it is one: an answer without error that stands for itself. */
export function refusalOf(result: ToolResult, form: Form): Refusal | null {
  if (failed(result)) return refused(result, form);
  const meta = isDict(result._meta) ? result._meta : {};
  const said = firstText(result);
  if (meta["berth/run"])
    return { title: "Not finished yet", text: said || "It is still being worked on.", wrong: nothing };
  if (meta["berth/mock"] === true)
    return { title: "This was a trial", text: "The tool answers with examples, so nothing was kept.", wrong: nothing };
  const data = isDict(result.structuredContent) ? result.structuredContent : null;
  if (data?.["tool"] === form.tool && Array.isArray(data["fields"]))
    return { title: "Nothing was kept", text: "The tool only showed this form again.", wrong: nothing };
  if (!data && result.isError === undefined && blank(result))
    return { title: uncertain, text: "The tool gave no answer.", wrong: nothing };
  return null;
}

/** Puts what the tool says of its arguments to their fields; the rest is said above the button. */
function refused(result: ToolResult, form: Form): Refusal {
  const wrong = new Map<string, string>();
  const rest: string[] = [];
  for (const { location, message } of errorProblems(result)) {
    const field = fieldAt(location, form);
    if (!field) rest.push(location ? `${location}: ${message}` : message);
    else if (!wrong.has(field)) wrong.set(field, message);
    else wrong.set(field, `${wrong.get(field)!}; ${message}`);
  }
  const error = isDict(result.structuredContent) ? result.structuredContent["error"] : null;
  const late = isDict(error) && error["code"] === "TIMEOUT";
  return {
    title: late ? uncertain : "That did not work",
    text: [errorText(result) + (late ? arrived : ""), ...rest.slice(0, 8)].join("\n"),
    wrong,
  };
}

/** The field that an argument, or something within it, comes from: "guests", "arguments.guests", "tags[2]". */
function fieldAt(location: string, form: Form): string | undefined {
  const at = location.replace(/^(?:arguments|body|input|params)\./, "");
  const of = (name: string): boolean => at === name || at.startsWith(`${name}.`) || at.startsWith(`${name}[`);
  return form.fields.map((field) => field.name).find(of);
}

/** What a call means that brought no answer at all. */
export function refusalOfCause(cause: unknown): Refusal {
  const said = cause instanceof Error || cause instanceof DOMException ? cause.message : "";
  const late = cause instanceof DOMException && cause.name === "TimeoutError";
  return {
    title: late ? uncertain : "That did not work",
    text: late ? said + arrived : said || "The host could not make the call.",
    wrong: nothing,
  };
}

/** The first text of a result that is no JSON, or "". */
export const firstText = (result: ToolResult): string => texts(result).find((t) => t && !/^[[{]/.test(t)) ?? "";

const texts = (result: ToolResult): string[] =>
  (Array.isArray(result.content) ? result.content : []).map((b) =>
    isDict(b) && b["type"] === "text" ? text(b["text"]) : "",
  );

/** A host that answers nothing at all leaves one empty text behind. */
const blank = (result: ToolResult): boolean =>
  !Array.isArray(result.content) || (result.content.length === 1 && texts(result)[0] === "");
