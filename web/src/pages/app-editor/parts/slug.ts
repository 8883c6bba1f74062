import { slugify } from "transliteration";

/** An address in Latin letters for a name that has none, at most 63 characters; "" where nothing can be made of it. */
export const latinSlug = (name: string): string =>
  slugify(name, { allowedChars: "a-zA-Z0-9", lowercase: true })
    .slice(0, 63)
    .replace(/^-+|-+$/g, "");
