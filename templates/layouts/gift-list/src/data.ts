import { type Dict, isDict, text } from "@chatui/runtime";
import { type Gift, merge, readGift } from "../../gift-details/src/gift.ts";

/** What get_recommendations answered. */
export interface GiftList {
  gifts: Gift[];
  /** Nothing matched well, and what is there is popular in general. */
  fallback: boolean;
  /** The starred gifts had a say. */
  refined: boolean;
  skipped: number;
  /** Whether there was a list to read. */
  readable: boolean;
}

/** Reads the list that the model sees, completed by the descriptions that only the widget gets. */
export function readList(output: unknown, meta: Dict | null | undefined): GiftList {
  const data = isDict(output) ? output : {};
  const extra = Array.isArray(meta?.["gifts"]) ? meta["gifts"] : [];
  const told = Array.isArray(data["gifts"]) ? data["gifts"] : null;
  const list = told?.length ? told : extra;
  const more = new Map<string, Gift>();
  for (const gift of extra.map(readGift)) if (gift?.id) more.set(gift.id, gift);
  const gifts = list.map((value) => readOne(value, more)).filter((gift) => gift !== null);
  const context = isDict(data["query_context"]) ? data["query_context"] : {};
  return {
    gifts,
    fallback: data["fallback"] === true || context["fallback_used"] === true,
    refined: context["starred_boost_applied"] === true,
    skipped: list.length - gifts.length,
    readable: told !== null || extra.length > 0,
  };
}

function readOne(value: unknown, more: Map<string, Gift>): Gift | null {
  const gift = readGift(value);
  const known = gift ?? (isDict(value) ? more.get(text(value["id"])) : undefined);
  if (!known) return null;
  const full = more.get(known.id);
  // The model's view is what the conversation speaks of; the widget's own only adds to it.
  return full ? merge(full, known) : known;
}

export const listCodes = {
  invalid_input: "Please provide a description of the gift recipient.",
  service_error: "Unable to fetch recommendations. Please try again.",
};

/** How many past gifts get_recommendations takes, and how long each may be. */
const mostPast = 20;
const longestPast = 200;

/**
 * The arguments that ask for the list again with the starred gifts; null when nobody has said for whom it was. What was shown and
 * not starred counts as a past gift, so that it does not come again.
 */
export function refinement(input: Dict | null, starred: string[], shown: Gift[] = []): Dict | null {
  if (!input || !text(input["recipient_description"])) return null;
  const left = shown.filter((gift) => !starred.includes(gift.id)).map((gift) => gift.name);
  const past = Array.isArray(input["past_gifts"]) ? input["past_gifts"].map(text).filter(Boolean) : [];
  return {
    ...input,
    ...(past.length || left.length ? { past_gifts: pastGifts(past, left) } : {}),
    starred_gift_ids: starred,
  };
}

/**
 * Past gifts as the tool takes them: those that the request names, and the names of those shown, several in one with semicolons
 * between them. When they are too many, the ones that were shown first are left out.
 */
export function pastGifts(past: string[], shown: string[]): string[] {
  const names = [...new Set(shown)].filter((name) => name && name.length <= longestPast && !past.includes(name));
  for (let from = 0; ; from++) {
    const news = packed(names.slice(from));
    const all = past.length + news.length <= mostPast ? [...past, ...news] : packed([...past, ...names.slice(from)]);
    if (all.length <= mostPast || from >= names.length) return all.slice(0, mostPast);
  }
}

/** As many of the names together as fit into one past gift. */
function packed(names: string[]): string[] {
  const all: string[] = [];
  for (const name of names) {
    const last = all.at(-1);
    if (last !== undefined && last.length + 2 + name.length <= longestPast) all[all.length - 1] = `${last}; ${name}`;
    else all.push(name);
  }
  return all;
}
