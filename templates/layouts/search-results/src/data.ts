import {
  type Around,
  isDict,
  type Line,
  readEntries,
  readLines,
  readTags,
  safeHref,
  short,
  text,
} from "@chatui/runtime";

/** One result, cleaned: every string but the title may be "". */
export interface Result {
  title: string;
  description: string;
  url: string;
  /** Where the result comes from: the host of its address without a leading "www.". */
  site: string;
  tags: string[];
  lines: Line[];
}

export interface Results extends Omit<Around, "title" | "subtitle"> {
  query: string;
  results: Result[];
  /** BCP 47, or "" when the data does not say. */
  locale: string;
}

export function readResults(output: unknown): Results {
  const { entries: results, actions, skipped, readable, empty } = readEntries(output, readResult, "results");
  const data = isDict(output) ? output : {};
  const locale = text(data["locale"]);
  return {
    query: text(data["query"]),
    results,
    empty,
    actions,
    locale: /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(locale) ? locale : "",
    skipped,
    readable,
  };
}

function readResult(item: unknown): Result | null {
  if (!isDict(item)) return null;
  const url = safeHref(item["url"]);
  const site = url ? new URL(url).host.replace(/^www\./, "") : "";
  const title = short(text(item["title"]), 200);
  const description = text(item["description"]);
  if (!title && !description && !url) return null;
  return {
    title: title || site || "Untitled",
    description,
    url,
    site,
    tags: readTags(item["tags"]),
    lines: readLines(item["lines"]),
  };
}

/** A piece of a text; hit says that the query asks for it. */
export interface Piece {
  text: string;
  hit: boolean;
}

/** Words that stand in every text and say nothing of what is looked for. */
const common = new Set(
  (
    "a an and are as at be been but by can do does for from had has have how i if in into is it its me my near no not of on or our so some than that the " +
    "their them then there these they this to up was we were what when where which who why will with you your best good top vs versus " +
    "al als auch auf aus bei das dem den der des die ein eine einem einen einer es für ich im ist mit nach oder sich sind um und von wie zu zum zur " +
    "au aux avec ce ces dans des du en est et la le les leur ne ou par pas pour que qui sa se ses son sur un une " +
    "ao aos as com como da das de do dos e ela ele em esta este mais mas na nas no nos o os para pela pelo por quem se sem sua um uma " +
    "con del desde donde el ella entre es esa ese esto lo los más muy o sin sobre su sus una uno y " +
    "agli alla che chi col cui dal dalla degli dei della delle di gli ha il nel nella per più quale sul tra"
  ).split(" "),
);

/** The word without the ending of a plural: "guides" finds "guide", and the other way round. */
const stem = (word: string): string => word.toLowerCase().replace(/(?<=\p{L}{3})(?:es|s|e)$/u, "");

/** Marks the words of a text that the query asks for, each as a whole. The pieces together are the text. */
export function highlight(value: string, query: string): Piece[] {
  const asked = (query.match(/[\p{L}\p{N}]{2,40}/gu) ?? []).slice(0, 12);
  const telling = asked.filter((word) => !common.has(word.toLowerCase()));
  const wanted = new Set((telling.length ? telling : asked).map(stem));
  const pieces: Piece[] = [];
  for (const [text] of value.matchAll(/[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+/gu)) {
    const hit = wanted.has(stem(text));
    const last = pieces.at(-1);
    if (last && last.hit === hit) last.text += text;
    else pieces.push({ text, hit });
  }
  return pieces;
}
