import { type Action, isDict, readActions, safeHref, safeImage, short, text } from "@chatui/runtime";

/** One row, cleaned: every string may be "". */
export interface Row {
  title: string;
  subtitle: string;
  description: string;
  image: string;
  imageAlt: string;
  value: string | number;
  badge: string;
  url: string;
}

export interface List {
  title: string;
  subtitle: string;
  /** Whether the rows are counted. */
  ordered: boolean;
  rows: Row[];
  actions: Action[];
  /** Entries that are no rows at all. */
  skipped: number;
  /** Whether there was a list to read. */
  readable: boolean;
}

/** Reads what a tool answered. It may come from a source that nobody has checked, so it shows what it can. */
export function readList(output: unknown): List {
  const data = isDict(output) ? output : {};
  const items = Array.isArray(data["items"]) ? data["items"] : null;
  const rows = (items ?? []).map(readRow).filter((row) => row !== null);
  return {
    title: text(data["title"]),
    subtitle: text(data["subtitle"]),
    ordered: data["ordered"] === true,
    rows,
    actions: readActions(data["actions"]),
    skipped: (items?.length ?? 0) - rows.length,
    readable: items !== null,
  };
}

/** A bare text or number is a row with that title. */
function readRow(item: unknown): Row | null {
  const fields = isDict(item) ? item : { title: text(item) };
  const row: Row = {
    title: short(text(fields["title"]), 200),
    subtitle: text(fields["subtitle"]),
    description: text(fields["description"]),
    image: safeImage(fields["image"]),
    imageAlt: text(fields["imageAlt"]),
    value: typeof fields["value"] === "number" ? fields["value"] : text(fields["value"]),
    badge: text(fields["badge"]),
    url: safeHref(fields["url"]),
  };
  if (!row.title && !row.subtitle && !row.description && !row.image) return null;
  return row.title ? row : { ...row, title: "Untitled" };
}
