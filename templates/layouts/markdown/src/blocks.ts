import { parseInline } from "./inline.ts";
import {
  cellsOf,
  endsFence,
  fenceAt,
  headingAt,
  indentOf,
  isBlank,
  isRule,
  linesOf,
  type Marker,
  markerAt,
  quoteSign,
} from "./lines.ts";
import type { Align, Block, Item } from "./nodes.ts";

/** How deep quotes and lists may lie in each other; deeper ones are read as paragraphs. */
const deepest = 6;
/** A table with more columns is read as text. */
const widest = 20;

/**
 * Reads Markdown: CommonMark with the tables, tasks, strikethrough and bare addresses of GitHub's dialect, but without raw
 * HTML, reference links, indented code, underlined headings, and lines that belong to a quote or an item without a sign or
 * indentation. Whatever has no meaning here is text, so nothing can fail. Time and result are linear in the length of the
 * source. base: the level of the outermost headings in the document.
 */
export function parseMarkdown(source: string, base: 2 | 3): Block[] {
  return read(linesOf(source), 0, Array(base - 1).fill(0));
}

/** levels: of the headings that are still open, the outermost first; those around the text count as 0. */
function read(lines: string[], depth: number, levels: number[]): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    if (isBlank(line())) at++;
    else blocks.push(block());
  }
  return blocks;

  function line(ahead = 0): string {
    return lines[at + ahead] ?? "";
  }

  function block(): Block {
    const fence = fenceAt(line());
    if (fence) return code(fence[1]!.length, fence[2]!);
    const title = headingAt(line());
    if (title) return heading(title[1]!.length, title[2]!);
    if (isRule(line())) {
      at++;
      return { tag: "hr" };
    }
    if (depth < deepest) {
      if (quoteSign.test(line())) return quote();
      const marker = markerAt(line());
      if (marker) return list(marker);
    }
    const rule = tableRule();
    return rule ? table(rule) : paragraph();
  }

  function code(indent: number, signs: string): Block {
    const text: string[] = [];
    for (at++; at < lines.length && !endsFence(line(), signs); at++) {
      text.push(line().slice(Math.min(indent, indentOf(line()))));
    }
    at++;
    return { tag: "pre", text: text.join("\n") };
  }

  function heading(size: number, text: string): Block {
    at++;
    while (levels.at(-1)! >= size) levels.pop();
    const tag = `h${Math.min(6, levels.push(size))}` as "h2";
    return { tag, size, words: parseInline(text.trim().replace(/ #+$/, "").trim()) };
  }

  function quote(): Block {
    const inner: string[] = [];
    for (; quoteSign.test(line()); at++) inner.push(line().replace(quoteSign, ""));
    return { tag: "blockquote", blocks: read(inner, depth + 1, levels) };
  }

  function list(first: Marker): Block {
    const items: Item[] = [];
    let loose = false;
    let blanks = 0;
    for (let marker: Marker | null = first; marker?.sort === first.sort; marker = markerAt(line())) {
      const { indent, offset } = marker;
      const inner = [line().slice(offset)];
      // A list is loose when blank lines stand in it, not when they follow it.
      loose ||= blanks > 0;
      blanks = 0;
      for (at++; at < lines.length; at++) {
        const text = line();
        if (isBlank(text)) {
          blanks++;
          continue;
        }
        // Two columns are enough to belong to an item: below "1." many writers indent no further.
        if (indentOf(text) < Math.min(offset, indent + 2)) break;
        loose ||= blanks > 0;
        for (; blanks; blanks--) inner.push("");
        inner.push(text.slice(Math.min(indentOf(text), offset)));
      }
      const task = /^\[([ x])\] (.*)/i.exec(inner[0]!);
      if (task) inner[0] = task[2]!;
      items.push({ checked: task && task[1] !== " ", blocks: read(inner, depth + 1, levels) });
    }
    return { tag: first.number ? "ol" : "ul", start: Number(first.number), loose, items };
  }

  /** The cells of the line below a table's head; null when no table begins here. */
  function tableRule(): string[] | null {
    if (!line().includes("|") || !/^[ |:-]+$/.test(line(1))) return null;
    const rule = cellsOf(line(1));
    const fits = rule.length <= widest && rule.length === cellsOf(line()).length;
    return fits && rule.every((cell) => /^:?-+:?$/.test(cell)) ? rule : null;
  }

  function table(rule: string[]): Block {
    const align = rule.map((cell): Align => (!cell.endsWith(":") ? "start" : cell[0] === ":" ? "center" : "end"));
    const head = cellsOf(line()).map(parseInline);
    const rows = [];
    for (at += 2; joins(); at++) rows.push(cellsOf(line()).slice(0, head.length).map(parseInline));
    return { tag: "table", align, head, rows };
  }

  function paragraph(): Block {
    const text = [];
    do text.push(lines[at++]!.trimStart());
    while (joins() && !tableRule());
    return { tag: "p", words: parseInline(text.join("\n").trimEnd()) };
  }

  /** Whether the line goes on with a paragraph or a table: it is not blank and begins no other block. */
  function joins(): boolean {
    const text = line();
    if (isBlank(text) || isRule(text) || fenceAt(text) || headingAt(text) || quoteSign.test(text)) return false;
    const marker = markerAt(text);
    // A number at the beginning of a line is more often the rest of a sentence than the third item of nothing.
    return !marker || !text.slice(marker.offset) || /[^1]|11/.test(marker.number);
  }
}
