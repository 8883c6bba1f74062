import type { Schemas } from "~/api/client";

export type Finding = Schemas["LintOutput"]["findings"][number];

/** Something that one click does about a finding. */
export interface Fix {
  label: string;
  changes: { toolName: string } | { toolDescription: string };
}

/**
 * What a click can do about a finding, read from its suggestion: names are written like_this, sentences stand in quotes.
 * A suggestion that ends with an ellipsis is to be completed by the author and no fix.
 */
export function fixesOf(finding: Finding, description: string): Fix[] {
  if (finding.rule.startsWith("name.")) {
    const names = [...finding.suggestion.matchAll(/\b[a-z0-9]+(?:[_-][a-z0-9]+)+\b/gi)].map(([name]) => name);
    const only = /^Use ([\w-]+)\.$/.exec(finding.suggestion)?.[1];
    return [...new Set(only ? [only] : finding.rule === "name.empty" ? [] : names)].map((toolName) => ({
      label: toolName,
      changes: { toolName },
    }));
  }
  if (finding.rule !== "description.when" && finding.rule !== "description.needs") return [];
  const sentences = [...finding.suggestion.matchAll(/“([^”]+)”/g)].flatMap(([, text]) =>
    text && !text.includes("…") ? [text] : [],
  );
  return sentences.map((text) => ({
    label: text,
    changes: { toolDescription: [description.trim(), text].filter(Boolean).join(" ") },
  }));
}
