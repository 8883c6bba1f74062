/** How long a key can be made to work, by days; "" is for good. */
export const lifetimes = [
  { value: "7", label: "In a week" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: "", label: "Never" },
] as const;

/** The end of a key with one of the lifetimes, as RFC 3339; null: it has none. */
export const endOf = (lifetime: string, now = Date.now()): string | null =>
  lifetime === "" ? null : new Date(now + Number(lifetime) * 86_400_000).toISOString();
