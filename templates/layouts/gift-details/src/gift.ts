import { type Dict, isDict, text } from "@chatui/runtime";

/** One gift, cleaned: every string may be "", every list empty. */
export interface Gift {
  id: string;
  name: string;
  brief: string;
  full: string;
  /** The catalogue's word for what it costs, as people read it: "Moderate". */
  price: string;
  /** What it costs in figures, which only the widget is told: "$25-75". */
  cost: string;
  categories: string[];
  occasions: string[];
  recipients: string[];
  guidance: string;
}

/** Reads one gift of either tool; null when there is nothing to show of it. */
export function readGift(value: unknown): Gift | null {
  if (!isDict(value)) return null;
  const gift: Gift = {
    id: text(value["id"]),
    name: text(value["name"]),
    brief: text(value["brief_description"]),
    full: text(value["full_description"]),
    price: label(text(value["price_range"])),
    cost: text(value["price"]),
    categories: labels(value["categories"]),
    occasions: labels(value["occasions"]),
    recipients: labels(value["recipient_types"]),
    guidance: text(value["purchasing_guidance"]),
  };
  if (!gift.name && !gift.brief && !gift.full) return null;
  return gift.name ? gift : { ...gift, name: "Untitled" };
}

/** What more says, completed by what is known already. */
export function merge(known: Gift, more: Gift): Gift {
  const entries = Object.keys(known).map((key) => {
    const field = key as keyof Gift;
    return [field, more[field].length ? more[field] : known[field]];
  });
  return Object.fromEntries(entries) as Gift;
}

/** The gift that get_gift_details answered, with what only the widget is told. */
export function readDetails(output: unknown, meta?: Dict | null): Gift | null {
  const gift = isDict(output) ? readGift(output["gift"]) : null;
  return gift && { ...gift, cost: gift.cost || text(meta?.["price"]) };
}

/** A word of the catalogue for people: "home_decor" is "Home decor". Other writing is left alone. */
function label(word: string): string {
  if (!/^[a-z][a-z0-9_-]*$/.test(word)) return word;
  return word.charAt(0).toUpperCase() + word.slice(1).replaceAll(/[_-]/g, " ");
}

function labels(value: unknown): string[] {
  return (Array.isArray(value) ? value : [])
    .map((v) => label(text(v)))
    .filter(Boolean)
    .slice(0, 12);
}

/** The sentence for a code of the gift tools. window.openai hands over the code alone, without the server's text. */
export function sentence(message: string | null, codes: Dict): string {
  const known = message === null ? undefined : codes[message];
  if (typeof known === "string") return known;
  return message && !/^[a-z]+(_[a-z]+)*$/.test(message)
    ? message
    : "The request could not be answered. Please try again.";
}

export const detailCodes = {
  not_found: "Gift not found. It may have been removed from our catalog.",
  invalid_input: "Invalid gift ID format.",
};
