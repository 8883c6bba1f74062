import { formatDate, readDate } from "@chatui/runtime";
import type { Event, Period, Timeline } from "./data.ts";

/** An event with what is written around it. */
export interface Entry {
  event: Event;
  /** The heading above it; "" when it belongs to the same group as the one before. */
  heading: string;
  /** Whether it ends its group. */
  last: boolean;
  /** When it is, as people read it; "" when the heading has said it all. */
  when: string;
}

/** Puts headings where a group begins. Events keep their order; one without a date belongs to the group before it. */
export function entriesOf({ events, groupBy }: Timeline, locale: string): Entry[] {
  let group = "";
  const entries = events.map((event) => {
    const own = event.group || (groupBy ? periodOf(event.date, groupBy, locale) : "");
    const heading = own && own !== group ? own : "";
    group = own || group;
    const byDay = groupBy === "day" && !event.group;
    return {
      event,
      heading,
      last: false,
      when: byDay ? timeOf(event.date, locale) : formatDate(event.date, locale) || event.date,
    };
  });
  return entries.map((entry, i) => ({ ...entry, last: !entries[i + 1] || entries[i + 1]!.heading !== "" }));
}

/** The day or moment that a text says in the form of ISO 8601, for machines; undefined for other words. */
export const momentOf = (date: string): string | undefined => (readDate(date) ? date.replace(" ", "T") : undefined);

const forms: Record<Period, Intl.DateTimeFormatOptions> = {
  day: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  month: { month: "long", year: "numeric" },
  year: { year: "numeric" },
};

const periodOf = (date: string, period: Period, locale: string): string =>
  formatDate(date, locale, forms[period], forms[period]);

/** The time of a moment; "" for a whole day, the words themselves for anything else. */
function timeOf(date: string, locale: string): string {
  const read = readDate(date);
  if (!read) return date;
  return read.day ? "" : formatDate(date, locale, {}, { timeStyle: "short" });
}
