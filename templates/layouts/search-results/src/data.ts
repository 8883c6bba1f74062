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

/** Cuts a text where a word of the query begins a word of the text. The pieces together are the text. */
export function highlight(value: string, query: string): Piece[] {
  const words = (query.match(/[\p{L}\p{N}]{2,40}/gu) ?? []).slice(0, 8).sort((a, b) => b.length - a.length);
  if (!words.length) return [{ text: value, hit: false }];
  const parts = value.split(new RegExp(`(?<![\\p{L}\\p{N}])(${words.join("|")})`, "giu"));
  return parts.map((part, i) => ({ text: part, hit: i % 2 === 1 })).filter((piece) => piece.text);
}
