import { type Around, type Entry, isDict, readAmount, readEntries, readEntry, readTags } from "@chatui/runtime";

export interface Card extends Entry {
  price: string | number;
  tags: string[];
}

export interface Cards extends Around {
  cards: Card[];
}

export function readCards(output: unknown): Cards {
  const { entries: cards, ...around } = readEntries(output, readCard);
  return { ...around, cards };
}

function readCard(item: unknown): Card | null {
  const entry = isDict(item) ? readEntry(item) : null;
  return isDict(item) && entry ? { ...entry, price: readAmount(item["price"]), tags: readTags(item["tags"]) } : null;
}
