const units = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** How far away a time is, in words: "3 hours ago", "in 6 days"; within a minute "just now". What is ahead is rounded: seven days are so for longer than a moment. */
export function ago(at: string | Date, now = Date.now()): string {
  const seconds = (now - new Date(at).getTime()) / 1000;
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  for (const [unit, length] of units)
    if (Math.abs(seconds) >= length)
      return words.format(seconds < 0 ? Math.round(-seconds / length) : -Math.trunc(seconds / length), unit);
  return "just now";
}

/** When something happens that is due: "in 2 hours"; within a minute, and where it should have happened, "in a moment". */
export const due = (at: string | Date, now = Date.now()): string =>
  new Date(at).getTime() - now < 60_000 ? "in a moment" : ago(at, now);

const full = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/** The time in the zone of the browser, for titles. */
export const exactly = (at: string | Date): string => full.format(new Date(at));
