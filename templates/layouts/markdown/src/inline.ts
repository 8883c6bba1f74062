import { resolve, type Token } from "./emphasis.ts";
import { type Inline, plain } from "./nodes.ts";
import { imageSource, linkTarget } from "./target.ts";

const part = String.raw`[^\s<>()[\]]`;
const bare = String.raw`[^\s<>()[\]"|\x60]`;
/** (address "title"), the address possibly in <> or with a pair of parentheses in it. It ends at brackets and is never empty. */
const destination = String.raw`\(\s*(?:<([^<>\n[\]]+)>|(${part}+(?:\(${part}*\)${part}*)*))(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)`;

/**
 * Whatever is more than a character of text. No two attempts at a match go over the same long stretch of text, which
 * keeps the time linear: what may be long ends where the next attempt begins, or has a limit.
 */
const marks = [
  /\\([!-/:-@[-`{-~])/, // 1: an escaped sign
  /((?<! ) *|\\)\n/, // 2: what stands before the end of a line
  /(`+)/, // 3
  /(\*+|_+|~+)/, // 4
  new RegExp(String.raw`!\[([^[\]]*)\]${destination}`), // 5: alternative text; 6, 7: address
  /(\[)/, // 8
  new RegExp(String.raw`(\])(?:${destination})?`), // 9; 10, 11: address
  /<((?:https?:\/\/|mailto:)[^\s<>]{1,2000})>/, // 12
  /&(#?\w{1,31});/, // 13: the name or the number of a character
  // 14: a bare address, without the sign that ends a sentence and without a parenthesis around it
  new RegExp(String.raw`(?<![\p{L}\p{N}])(https?:\/\/(?:${bare}|\(${bare}*\)){1,2000}(?<![.,:;!?'*_~]))`, "u"),
]
  .map((mark) => mark.source)
  .join("|");

/** The character that HTML knows by a name or a number, or what stands there. */
function character(entity: string): string {
  const reader = document.createElement("textarea");
  reader.innerHTML = `&${entity};`;
  return reader.value;
}

/** Reads the inline marks of a text: escapes, code, emphasis, links, pictures, addresses. Its time is linear in its length. */
export function parseInline(source: string): Inline[] {
  const pattern = new RegExp(marks, "giu");
  const closing = closingTicks(source);
  const tokens: Token[] = [];
  // Where brackets stand among the tokens that may yet begin a link.
  let brackets: number[] = [];
  const link = (address: string, text: string): void => {
    const href = linkTarget(address);
    tokens.push(href ? { tag: "a", href, words: [text] } : text);
  };
  let from = 0;
  for (let match = pattern.exec(source); match; match = pattern.exec(source)) {
    const {
      index,
      1: escaped,
      2: ending,
      3: ticks,
      4: run,
      5: alt,
      8: open,
      9: close,
      12: auto,
      13: entity,
      14: naked,
    } = match;
    const address = match[6] ?? match[7] ?? match[10] ?? match[11] ?? "";
    tokens.push(source.slice(from, index));
    if (ticks) {
      const end = closing.get(index);
      tokens.push(
        end ? { tag: "code", words: [source.slice(pattern.lastIndex, end).replaceAll("\n", " ").trim()] } : ticks,
      );
      if (end) pattern.lastIndex = end + ticks.length;
    } else if (run) {
      const { length } = run;
      const char = run[0]!;
      if (char === "~" && length !== 2) tokens.push(run);
      else
        tokens.push({
          tag: "run",
          char,
          length,
          left: length,
          closes: [],
          opens: [],
          ...sides(char, source[index - 1], source[pattern.lastIndex]),
        });
    } else if (open) {
      brackets.push(tokens.push(open) - 1);
    } else if (close) {
      const start = brackets.pop();
      if (start === undefined || !address) {
        tokens.push(close);
        pattern.lastIndex = index + 1;
      } else {
        const inside = tokens
          .splice(start)
          .slice(1)
          .flatMap((token): Token[] => (typeof token === "object" && token.tag === "a" ? token.words : [token]));
        for (const token of linked(resolve(inside), linkTarget(address))) tokens.push(token);
        // A link has no links in it, so brackets further left cannot begin one around this.
        brackets = [];
      }
    } else if (naked) link(naked, naked);
    else if (auto) link(auto, auto.replace(/^mailto:/i, ""));
    else if (alt !== undefined) tokens.push({ tag: "img", src: imageSource(address), alt });
    else if (ending !== undefined) tokens.push(/\\| {2}/.test(ending) ? { tag: "br" } : " ");
    else tokens.push(escaped ?? character(entity!));
    from = pattern.lastIndex;
  }
  tokens.push(source.slice(from));
  return resolve(tokens);
}

/** For every row of backticks where the next row of the same length begins, if there is one. */
function closingTicks(source: string): Map<number, number> {
  const closing = new Map<number, number>();
  const latest: number[] = [];
  for (const {
    index,
    0: { length },
  } of source.matchAll(/`+/g)) {
    closing.set(latest[length] ?? -1, index);
    latest[length] = index;
  }
  return closing;
}

/** CommonMark 0.31, section 6.2: on which side a run has text to emphasise. */
function sides(char: string, before = " ", after = " "): { canOpen: boolean; canClose: boolean } {
  const sort = (side: string): number => (/\s/.test(side) ? 0 : /[\p{P}\p{S}]/u.test(side) ? 1 : 2);
  const was = sort(before);
  const is = sort(after);
  const left = is > 1 || (is > 0 && was < 2);
  const right = was > 1 || (was > 0 && is < 2);
  const word = char === "_";
  return { canOpen: left && !(word && right && was > 1), canClose: right && !(word && left && is > 1) };
}

/** A link around words; without an allowed address only they, without a text the address as words. */
function linked(words: Inline[], href: string): Inline[] {
  return href ? [{ tag: "a", href, words: plain(words).trim() ? words : [href] }] : words;
}
