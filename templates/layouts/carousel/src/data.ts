import {
  type Action,
  type Around,
  type Entry,
  isDict,
  readActions,
  readAmount,
  readEntries,
  readEntry,
} from "@chatui/runtime";

/** The most slides that people can still take in; what lies beyond is not shown. */
export const most = 8;
/** With fewer slides there is nothing to leaf through. */
export const fewest = 3;

export interface Slide extends Entry {
  price: string | number;
  action: Action | null;
}

export interface Carousel extends Around {
  /** At most eight. */
  slides: Slide[];
  /** How many further ones there are. */
  left: number;
}

export function readCarousel(output: unknown): Carousel {
  const { entries: slides, ...around } = readEntries(output, readSlide);
  return { ...around, slides: slides.slice(0, most), left: Math.max(0, slides.length - most) };
}

function readSlide(item: unknown): Slide | null {
  const entry = isDict(item) ? readEntry(item) : null;
  return isDict(item) && entry
    ? { ...entry, price: readAmount(item["price"]), action: readActions([item["action"]])[0] ?? null }
    : null;
}
