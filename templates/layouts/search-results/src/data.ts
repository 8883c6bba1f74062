import { type Action, isDict, readActions, safeHref, short, text } from "@chatui/runtime";

/** One result, cleaned: every string but the title may be "". */
export interface Result {
  title: string;
  description: string;
  url: string;
  /** Where the result comes from: the host of its address without a leading "www.". */
  site: string;
  tags: string[];
}

export interface Results {
  query: string;
  results: Result[];
  actions: Action[];
  /** BCP 47, or "" when the data does not say. */
  locale: string;
  /** Entries that are no results at all. */
  skipped: number;
  /** Whether there was a list to read. */
  readable: boolean;
}

/** Reads what a tool answered. It may come from a source that nobody has checked, so it shows what it can. */
export function readResults(output: unknown): Results {
  const data = isDict(output) ? output : {};
  const items = Array.isArray(data["results"]) ? data["results"] : null;
  const results = (items ?? []).map(readResult).filter((result) => result !== null);
  const locale = text(data["locale"]);
  return {
    query: text(data["query"]),
    results,
    actions: readActions(data["actions"]),
    locale: /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(locale) ? locale : "",
    skipped: (items?.length ?? 0) - results.length,
    readable: items !== null,
  };
}

function readResult(item: unknown): Result | null {
  if (!isDict(item)) return null;
  const url = safeHref(item["url"]);
  const site = url ? new URL(url).host.replace(/^www\./, "") : "";
  const title = short(text(item["title"]), 200);
  const description = text(item["description"]);
  if (!title && !description && !url) return null;
  const tags = (Array.isArray(item["tags"]) ? item["tags"] : []).map(text).filter(Boolean).slice(0, 12);
  return { title: title || site || "Untitled", description, url, site, tags };
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
