import { type Action, isDict, readActions, short, text } from "@chatui/runtime";
import { parseMarkdown } from "./blocks.ts";
import type { Block } from "./nodes.ts";

/** The characters of a text that are read; the schema allows no more. */
export const longest = 30_000;

export interface Text {
  title: string;
  blocks: Block[];
  /** What to say where the text is empty; words, not Markdown. */
  empty: string;
  actions: Action[];
  /** How many characters are not shown because the text is too long; below 1 when all are. */
  cut: number;
}

/**
 * Reads what a tool answered, null when it holds no text. It may come from a source that nobody has checked, so it shows
 * what it can.
 */
export function readText(output: unknown): Text | null {
  if (!isDict(output) || typeof output["text"] !== "string") return null;
  const title = text(output["title"]);
  return {
    title,
    blocks: parseMarkdown(output["text"].slice(0, longest), title ? 3 : 2),
    empty: short(text(output["empty"]), 500),
    actions: readActions(output["actions"]),
    cut: output["text"].length - longest,
  };
}
