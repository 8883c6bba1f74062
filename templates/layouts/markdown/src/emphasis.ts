import type { Inline } from "./nodes.ts";

/** A row of equal characters that may begin or end emphasis. Pairing takes characters from it and leaves marks. */
export interface Run {
  tag: "run";
  char: string;
  length: number;
  canOpen: boolean;
  canClose: boolean;
  /** Characters that no mark has used. */
  left: number;
  /** How many characters the marks have that end here, and that begin here, the innermost first. */
  closes: number[];
  opens: number[];
}

/** Inline nodes and what may yet become one: runs, and the bracket that could begin a link. */
export type Token = Inline | Run;

/** How deep emphasis may lie in emphasis; deeper marks have no effect. */
const deepest = 8;

/** Pairs runs as CommonMark 0.31 does (appendix "process emphasis") and answers the tree. */
export function resolve(tokens: Token[]): Inline[] {
  const openers: [run: Run, place: number][] = [];
  // For every sort of closing run the place up to which no opener fits: none is looked at twice for the same reason.
  const bottoms: Record<string, number> = {};
  tokens.forEach((run, place) => {
    if (!isRun(run)) return;
    const sort = run.char + run.canOpen + (run.length % 3);
    while (run.canClose && run.left) {
      const bottom = bottoms[sort] ?? -1;
      const at = openers.findLastIndex(([opener, its]) => its <= bottom || fits(opener, run));
      const [opener, its] = openers[at] ?? [];
      if (!opener || its! <= bottom) {
        bottoms[sort] = openers.at(-1)?.[1] ?? -1;
        break;
      }
      const width = opener.left > 1 && run.left > 1 ? 2 : 1;
      opener.opens.push(width);
      run.closes.push(width);
      opener.left -= width;
      run.left -= width;
      openers.length = opener.left ? at + 1 : at;
    }
    if (run.left && run.canOpen) openers.push([run, place]);
  });
  return tree(tokens);
}

function fits(opener: Run, closer: Run): boolean {
  const both = opener.canClose || closer.canOpen;
  return opener.char === closer.char && (!both || (opener.length + closer.length) % 3 !== 0 || opener.length % 3 === 0);
}

function tree(tokens: Token[]): Inline[] {
  const stack: Inline[][] = [[]];
  let tooDeep = 0;
  for (const token of tokens) {
    if (!isRun(token)) stack.at(-1)!.push(token);
    else {
      for (const _ of token.closes) {
        if (tooDeep) tooDeep--;
        else stack.pop();
      }
      stack.at(-1)!.push(token.char.repeat(token.left));
      for (const width of token.opens.reverse()) {
        if (stack.length > deepest) {
          tooDeep++;
          continue;
        }
        const words: Inline[] = [];
        stack.at(-1)!.push({ tag: token.char === "~" ? "del" : width > 1 ? "strong" : "em", words });
        stack.push(words);
      }
    }
  }
  return stack[0]!;
}

const isRun = (token: Token): token is Run => typeof token === "object" && token.tag === "run";
