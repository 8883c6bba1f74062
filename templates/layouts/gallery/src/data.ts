import { type Action, isDict, readActions, safeHref, safeImage, short, text } from "@chatui/runtime";

/** One picture, cleaned: every string may be "". */
export interface Shot {
  /** What is read below the picture and names it. */
  title: string;
  description: string;
  image: string;
  /** What the picture shows; the title stands in for it. */
  alt: string;
  url: string;
}

export interface Gallery {
  title: string;
  subtitle: string;
  shots: Shot[];
  actions: Action[];
  /** Entries that are no pictures at all. */
  skipped: number;
  /** Whether there was a list to read. */
  readable: boolean;
}

/** Reads what a tool answered. It may come from a source that nobody has checked, so it shows what it can. */
export function readGallery(output: unknown): Gallery {
  const data = isDict(output) ? output : {};
  const items = Array.isArray(data["items"]) ? data["items"] : null;
  const shots = (items ?? []).map(readShot).filter((shot) => shot !== null);
  return {
    title: text(data["title"]),
    subtitle: text(data["subtitle"]),
    shots,
    actions: readActions(data["actions"]),
    skipped: (items?.length ?? 0) - shots.length,
    readable: items !== null,
  };
}

/** A bare address is a picture without words; words without a picture keep their place. */
function readShot(item: unknown): Shot | null {
  const fields = isDict(item) ? item : { image: item };
  const shot: Shot = {
    title: short(text(fields["title"]), 200),
    description: short(text(fields["description"]), 1000),
    image: safeImage(fields["image"]),
    alt: short(text(fields["imageAlt"]), 200),
    url: safeHref(fields["url"]),
  };
  return shot.title || shot.description || shot.image ? shot : null;
}

/** How people call a picture: its title, else what it shows, else its place. */
export const nameOf = (shot: Shot, place: number): string => shot.title || shot.alt || `Picture ${place + 1}`;
