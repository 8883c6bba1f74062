import { type Action, isDict, readActions, safeHref, safeImage, short, text } from "@chatui/runtime";

/** The most slides that people can still take in; what lies beyond is not shown. */
export const most = 8;
/** With fewer slides there is nothing to leaf through. */
export const fewest = 3;

/** One slide, cleaned: every string may be "". */
export interface Slide {
  title: string;
  subtitle: string;
  description: string;
  image: string;
  imageAlt: string;
  price: string | number;
  badge: string;
  url: string;
  action: Action | null;
}

export interface Carousel {
  title: string;
  subtitle: string;
  /** At most eight. */
  slides: Slide[];
  /** How many further ones there are. */
  left: number;
  actions: Action[];
  /** Entries that are no slides at all. */
  skipped: number;
  /** Whether there was a list to read. */
  readable: boolean;
}

/** Reads what a tool answered. It may come from a source that nobody has checked, so it shows what it can. */
export function readCarousel(output: unknown): Carousel {
  const data = isDict(output) ? output : {};
  const items = Array.isArray(data["items"]) ? data["items"] : null;
  const slides = (items ?? []).map(readSlide).filter((slide) => slide !== null);
  return {
    title: text(data["title"]),
    subtitle: text(data["subtitle"]),
    slides: slides.slice(0, most),
    left: Math.max(0, slides.length - most),
    actions: readActions(data["actions"]),
    skipped: (items?.length ?? 0) - slides.length,
    readable: items !== null,
  };
}

function readSlide(item: unknown): Slide | null {
  if (!isDict(item)) return null;
  const slide: Slide = {
    title: short(text(item["title"]), 200),
    subtitle: text(item["subtitle"]),
    description: text(item["description"]),
    image: safeImage(item["image"]),
    imageAlt: text(item["imageAlt"]),
    price: typeof item["price"] === "number" ? item["price"] : text(item["price"]),
    badge: text(item["badge"]),
    url: safeHref(item["url"]),
    action: readActions([item["action"]])[0] ?? null,
  };
  if (!slide.title && !slide.subtitle && !slide.description && !slide.image) return null;
  return slide.title ? slide : { ...slide, title: "Untitled" };
}
