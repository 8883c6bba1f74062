import {
  type Action,
  isDict,
  type Line,
  readActions,
  readAmount,
  readCurrency,
  readLine,
  readTags,
  safeHref,
  safeImage,
  short,
  text,
} from "@chatui/runtime";

export interface Section {
  title: string;
  text: string;
  items: string[];
}

/** One thing, cleaned: every string but the title may be "". */
export interface Details {
  title: string;
  subtitle: string;
  description: string;
  badge: string;
  price: string | number;
  /** ISO 4217, of a price that is a bare number. */
  currency: string;
  image: string;
  imageAlt: string;
  /** Whether the data speaks of a picture, even of one that cannot be shown. */
  pictured: boolean;
  url: string;
  tags: string[];
  facts: Line[];
  sections: Section[];
  actions: Action[];
  /** What to say in place of all this. */
  empty: string;
  /** Facts and sections that cannot be shown. */
  skipped: number;
  /** Whether there is anything to show. */
  readable: boolean;
}

const maxSections = 20;

/** Reads what a tool answered. It may come from a source that nobody has checked, so it shows what it can. */
export function readDetails(output: unknown): Details {
  const data = isDict(output) ? output : {};
  const facts = readAll(data["facts"], readFact);
  const sections = readAll(data["sections"], readSection);
  const details = {
    title: short(text(data["title"]), 200),
    subtitle: text(data["subtitle"]),
    description: short(text(data["description"]), 2000),
    badge: text(data["badge"]),
    price: readAmount(data["price"]),
    currency: readCurrency(data["currency"]),
    image: safeImage(data["image"]),
    imageAlt: text(data["imageAlt"]),
    pictured: Boolean(data["image"]),
    url: safeHref(data["url"]),
    tags: readTags(data["tags"]),
    facts: facts.good,
    sections: sections.good.slice(0, maxSections),
    actions: readActions(data["actions"]),
    empty: short(text(data["empty"]), 500),
    skipped: facts.bad + sections.bad + Math.max(0, sections.good.length - maxSections),
  };
  const readable = Boolean(
    details.title ||
    details.subtitle ||
    details.description ||
    details.image ||
    details.facts.length ||
    details.sections.length,
  );
  return { ...details, title: details.title || "Untitled", readable };
}

/** Reads the entries of a list; a value that is no list counts as one bad entry. */
function readAll<T>(value: unknown, read: (entry: unknown) => T | null): { good: T[]; bad: number } {
  if (value === undefined || value === null) return { good: [], bad: 0 };
  if (!Array.isArray(value)) return { good: [], bad: 1 };
  const good = value.map(read).filter((entry) => entry !== null);
  return { good, bad: value.length - good.length };
}

function readFact(fact: unknown): Line | null {
  const line = readLine(fact);
  return line && line.url && typeof line.value === "string" ? { ...line, value: short(line.value, 80) } : line;
}

function readSection(section: unknown): Section | null {
  if (!isDict(section)) return null;
  const items = (Array.isArray(section["items"]) ? section["items"] : [])
    .map((item) => short(text(item), 500))
    .filter(Boolean);
  const body = short(text(section["text"]), 4000);
  return body || items.length ? { title: text(section["title"]), text: body, items } : null;
}
