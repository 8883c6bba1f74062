import {
  type Around,
  isDict,
  type Line,
  readEntries,
  readLines,
  safeHref,
  safeImage,
  short,
  text,
} from "@chatui/runtime";

/** One picture, cleaned: every string may be "". */
export interface Shot {
  /** What is read below the picture and names it. */
  title: string;
  description: string;
  image: string;
  /** What the picture shows; the title stands in for it. */
  alt: string;
  url: string;
  lines: Line[];
}

export interface Gallery extends Around {
  shots: Shot[];
}

export function readGallery(output: unknown): Gallery {
  const { entries: shots, ...around } = readEntries(output, readShot);
  return { ...around, shots };
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
    lines: readLines(fields["lines"]),
  };
  return shot.title || shot.description || shot.image ? shot : null;
}

/** How people call a picture: its title, else what it shows, else its place. */
export const nameOf = (shot: Shot, place: number): string => shot.title || shot.alt || `Picture ${place + 1}`;
