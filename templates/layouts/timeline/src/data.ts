import { type Around, isDict, type Line, readEntries, readLines, safeHref, short, text } from "@chatui/runtime";

/** How an event stands, in the order of a plan. */
export const statuses = ["done", "active", "upcoming", "delayed", "cancelled"] as const;
export type Status = (typeof statuses)[number];

const periods = ["day", "month", "year"] as const;
export type Period = (typeof periods)[number];

/** One event, cleaned: every string may be "". */
export interface Event {
  title: string;
  description: string;
  /** A day or moment of ISO 8601, or words that say when. */
  date: string;
  /** null when nothing is said, or what is said is no status; label then has the words. */
  status: Status | null;
  /** What stands in for the name of the status. */
  label: string;
  /** Heading of the part of the timeline that it belongs to. */
  group: string;
  url: string;
  lines: Line[];
}

export interface Timeline extends Around {
  events: Event[];
  /** How events without a group of their own are grouped. */
  groupBy: Period | null;
}

export function readTimeline(output: unknown): Timeline {
  const { entries: events, ...around } = readEntries(output, readEvent);
  return {
    ...around,
    events,
    groupBy: periods.find((period) => isDict(output) && period === output["groupBy"]) ?? null,
  };
}

function readEvent(item: unknown): Event | null {
  if (!isDict(item)) return null;
  const told = text(item["status"]);
  const status = statuses.find((known) => known === told) ?? null;
  const event: Event = {
    title: short(text(item["title"]), 200),
    description: text(item["description"]),
    date: short(text(item["date"]), 60),
    status,
    label: short(text(item["statusLabel"]) || (status ? "" : told), 40),
    group: short(text(item["group"]), 120),
    url: safeHref(item["url"]),
    lines: readLines(item["lines"]),
  };
  if (!event.title && !event.description && !event.date) return null;
  return event.title ? event : { ...event, title: "Untitled" };
}
