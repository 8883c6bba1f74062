import { type Action, isDict, readActions, safeHref, safeImage, text } from "@chatui/runtime";

/** One card, cleaned: every string may be "", tags may be empty. */
export interface Card {
  title: string;
  subtitle: string;
  description: string;
  image: string;
  imageAlt: string;
  price: string | number;
  badge: string;
  tags: string[];
  url: string;
}

export interface Cards {
  title: string;
  subtitle: string;
  cards: Card[];
  actions: Action[];
  /** Entries that are no cards at all. */
  skipped: number;
  /** Whether there was a list to read. */
  readable: boolean;
}

/** Reads what a tool answered. It may come from a source that nobody has checked, so it shows what it can. */
export function readCards(output: unknown): Cards {
  const data = isDict(output) ? output : {};
  const items = Array.isArray(data["items"]) ? data["items"] : null;
  const cards = (items ?? []).map(readCard).filter((card) => card !== null);
  return {
    title: text(data["title"]),
    subtitle: text(data["subtitle"]),
    cards,
    actions: readActions(data["actions"]),
    skipped: (items?.length ?? 0) - cards.length,
    readable: items !== null,
  };
}

function readCard(item: unknown): Card | null {
  if (!isDict(item)) return null;
  const card: Card = {
    title: text(item["title"]),
    subtitle: text(item["subtitle"]),
    description: text(item["description"]),
    image: safeImage(item["image"]),
    imageAlt: text(item["imageAlt"]),
    price: typeof item["price"] === "number" ? item["price"] : text(item["price"]),
    badge: text(item["badge"]),
    tags: (Array.isArray(item["tags"]) ? item["tags"] : []).map(text).filter(Boolean).slice(0, 12),
    url: safeHref(item["url"]),
  };
  if (!card.title && !card.subtitle && !card.description && !card.image) return null;
  return card.title ? card : { ...card, title: "Untitled" };
}
