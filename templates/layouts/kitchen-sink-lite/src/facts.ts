import { type Feature, type HostState, isDict, text } from "@chatui/runtime";

/** Every feature that a host may offer, in the order in which they are listed. */
export const features: [Feature, string][] = [
  ["callTool", "Call tools"],
  ["sendFollowUpMessage", "Send messages"],
  ["setWidgetState", "Keep state"],
  ["requestDisplayMode", "Display modes"],
  ["notifyIntrinsicHeight", "Follow the height"],
  ["openExternal", "Open links"],
  ["requestModal", "Modals"],
  ["requestClose", "Close"],
  ["uploadFile", "Upload files"],
  ["getFileDownloadUrl", "Download files"],
];

/** What the host has told, as [name, value]; what it has not is said so. */
export function facts(kind: string, state: HostState, theme: string): [string, string][] {
  const { top, right, bottom, left } = state.safeArea;
  return [
    ["Host", { openai: "window.openai", "mcp-apps": "MCP Apps" }[kind] ?? "none, a page of its own"],
    ["Theme", state.theme ? theme : `${theme}, by the system`],
    ["Language", state.locale ?? "not told"],
    ["Display mode", state.displayMode],
    ["Height limit", state.maxHeight === null ? "not told" : `${state.maxHeight} px`],
    ["Safe area", [top, right, bottom, left].map((inset) => `${Number(inset) || 0}`).join(" · ")],
    ["Device", device(state.userAgent)],
    ["Tool input", brief(state.toolInput)],
    ["Tool output", brief(state.toolOutput)],
  ];
}

/** ChatGPT tells {device: {type}, capabilities}; others a line of text or nothing. */
function device(agent: unknown): string {
  if (isDict(agent) && isDict(agent["device"])) return text(agent["device"]["type"]) || "not told";
  return text(agent) || "not told";
}

/** A value as JSON, cut to what fits a line or two. */
export function brief(value: unknown): string {
  if (value === null || value === undefined) return "none";
  const json = JSON.stringify(value);
  return json.length > 160 ? `${json.slice(0, 159)}…` : json;
}

/** The count in the widget's state; 0 when there is none that is sound. */
export function readCount(state: unknown): number {
  const count = isDict(state) ? state["count"] : null;
  return typeof count === "number" && Number.isInteger(count) && count >= 0 && count <= most ? count : 0;
}

export const most = 99;
