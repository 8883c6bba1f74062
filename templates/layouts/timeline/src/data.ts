import { type Action, isDict, readActions, safeHref, short, text } from "@chatui/runtime";

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
}

export interface Timeline {
  title: string;
  subtitle: string;
  events: Event[];
  /** How events without a group of their own are grouped. */
  groupBy: Period | null;
  actions: Action[];
  /** Entries that are no events at all. */
  skipped: number;
  /** Whether there was a list to read. */
  readable: boolean;
}

/** Reads what a tool answered. It may come from a source that nobody has checked, so it shows what it can. */
export function readTimeline(output: unknown): Timeline {
  const data = isDict(output) ? output : {};
  const items = Array.isArray(data["items"]) ? data["items"] : null;
  const events = (items ?? []).map(readEvent).filter((event) => event !== null);
  return {
    title: text(data["title"]),
    subtitle: text(data["subtitle"]),
    events,
    groupBy: periods.find((period) => period === data["groupBy"]) ?? null,
    actions: readActions(data["actions"]),
    skipped: (items?.length ?? 0) - events.length,
    readable: items !== null,
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
  };
  if (!event.title && !event.description && !event.date) return null;
  return event.title ? event : { ...event, title: "Untitled" };
}
