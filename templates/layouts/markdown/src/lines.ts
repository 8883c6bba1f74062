/** What single lines of Markdown are. Every function takes time linear in the line and looks at no other line. */

export const isBlank = (line: string): boolean => !line.trim();

export const indentOf = (line: string): number => line.length - line.trimStart().length;

/** The lines of a text, with tabs as four spaces. */
export const linesOf = (source: string): string[] => source.replaceAll("\t", "    ").split(/\r\n?|\n/);

/** [all, indentation, signs] of the line that begins a block of code. */
export const fenceAt = (line: string): RegExpExecArray | null => /^( *)(`{3,}|~{3,})[^`]*$/.exec(line);

/** Whether a line ends the block of code that the signs began. */
export function endsFence(line: string, signs: string): boolean {
  const end = line.trim();
  return end.length >= signs.length && end === signs[0]!.repeat(end.length);
}

/** [all, signs, text] of a heading. */
export const headingAt = (line: string): RegExpExecArray | null => /^ {0,3}(#{1,6}) +(\S.*)$/.exec(line);

export function isRule(line: string): boolean {
  const signs = line.replace(/\s/g, "");
  return signs.length > 2 && "-*_".includes(signs[0]!) && signs === signs[0]!.repeat(signs.length);
}

/** The sign of quotation at the beginning of a line. */
export const quoteSign = /^ *> ?/;

export interface Marker {
  indent: number;
  /** Equal for items of one list: the sign, or the character behind the number. */
  sort: string;
  /** "" in a list without numbers. */
  number: string;
  /** Columns before the item's text. */
  offset: number;
}

export function markerAt(line: string): Marker | null {
  const match = /^( *)(\d{0,9})([-*+.)])( {1,4}(?! )|(?= )|$)/.exec(line);
  const numbered = match && ".)".includes(match[3]!);
  if (!match || isRule(line) || Boolean(match[2]) !== numbered) return null;
  return { indent: match[1]!.length, sort: match[3]!, number: match[2]!, offset: match[0].length + (match[4] ? 0 : 1) };
}

/** The cells of a table's row; a bar is part of a cell behind a backslash. */
export function cellsOf(line: string): string[] {
  const cells = line
    .trim()
    .replace(/^\|/, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
  return cells.at(-1) ? cells : cells.slice(0, -1);
}
