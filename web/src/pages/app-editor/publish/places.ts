import { fieldOf, labels } from "../draft/fields";

/** A problem is where another page can mend it; null: in the editor. */
export function pageOf(
  location: string,
  message: string,
): { to: "/apps/$id/access" | "/apps/$id/tools"; search: Record<string, string> } | null {
  if (/^body\.(access|allow|scopes)\b/.test(location) || message.includes("access must be person or mixed"))
    return { to: "/apps/$id/access", search: {} };
  const tool = /^body\.tools\[(\d+)\]/.exec(location)?.[1];
  return tool === undefined ? null : { to: "/apps/$id/tools", search: { tool } };
}

/** "body.mockData.items[0].title" → "Data, items[0].title", "body.tools[1].layoutTemplate" → "find_notes, layout". */
export function nameOf(location: string, tools: readonly string[] = []): string {
  const field = fieldOf(location);
  const rest = location.replace(/^body\.\w+\.?/, "");
  if (field) return [labels[field], rest].filter(Boolean).join(", ");
  const tool = /^body\.tools\[(\d+)\]\.?(.*)$/.exec(location);
  if (tool)
    return [tools[Number(tool[1])] || `Tool ${Number(tool[1]) + 1}`, inWords(tool[2] ?? "")].filter(Boolean).join(", ");
  return /^body\.(access|allow|scopes)\b/.test(location) ? "Access" : location;
}

/** What the page Tools calls a field of a tool: "handler.filters[0].op" → "filters[0].op". */
function inWords(path: string): string {
  const [, name = "", rest = ""] = /^(\w+)\.?(.*)$/.exec(path) ?? [];
  if (name === "handler") return rest || "what it does";
  return [words[name] ?? name, rest].filter(Boolean).join(", ");
}

const words: Record<string, string> = {
  ...Object.fromEntries(Object.entries(labels).map(([field, label]) => [field, label.toLowerCase()])),
  input: "arguments",
  opensFrom: "where it opens",
};
