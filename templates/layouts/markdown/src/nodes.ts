/**
 * What a Markdown text says: a tree of plain values out of a closed set. It can hold no markup, no address that is not
 * allowed, no deep nesting.
 */

export type Inline =
  | string
  | { tag: "br" }
  | { tag: "strong" | "em" | "del" | "code"; words: Inline[] }
  /** href has an allowed scheme, and words have a text and no further link. */
  | { tag: "a"; href: string; words: Inline[] }
  /** src is an https address, or "" where the text gives another one. */
  | { tag: "img"; src: string; alt: string };

export type Align = "start" | "center" | "end";

export interface Item {
  /** null for an item that is no task. */
  checked: boolean | null;
  blocks: Block[];
}

export type Block =
  | { tag: "p"; words: Inline[] }
  /** size is the level in the text, 1 to 6; the tag's never skips one. */
  | { tag: "h2" | "h3" | "h4" | "h5" | "h6"; size: number; words: Inline[] }
  | { tag: "pre"; text: string }
  | { tag: "blockquote"; blocks: Block[] }
  | { tag: "ol" | "ul"; start: number; loose: boolean; items: Item[] }
  /** Rows may have fewer cells than the head, never more. */
  | { tag: "table"; align: Align[]; head: Inline[][]; rows: Inline[][][] }
  | { tag: "hr" };

/** The text of words without their form; of a picture its alternative. */
export function plain(words: Inline[]): string {
  return words
    .map((word) =>
      typeof word === "string" ? word : "words" in word ? plain(word.words) : "alt" in word ? word.alt : " ",
    )
    .join("");
}
