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

/** The arguments that ask for the list again with the starred gifts; null when nobody has said for whom it was. */
export function refinement(input: Dict | null, starred: string[]): Dict | null {
  return input && text(input["recipient_description"]) ? { ...input, starred_gift_ids: starred } : null;
}
