import { type Action, isDict, readActions, safeHref, short, text } from "@chatui/runtime";

/** Which way a figure went. */
export type Direction = "up" | "down" | "flat";

/** One figure, cleaned: strings may be "", history may be empty. */
export interface Stat {
  label: string;
  value: string | number;
  change: string;
  direction: Direction | null;
  note: string;
  /** Earlier values, oldest first: none or at least two. */
  history: number[];
}

/** One recent entry. */
export interface Entry {
  title: string;
  detail: string;
  badge: string;
  time: string;
  url: string;
}

export interface Dashboard {
  title: string;
  subtitle: string;
  stats: Stat[];
  entriesTitle: string;
  entries: Entry[];
  /** What to say when there is neither. */
  empty: string;
  actions: Action[];
  skipped: number;
  /** Whether there were figures or entries to read. */
  readable: boolean;
}

/** Reads what a tool answered, also in the words of display_dashboard: headerText and recentChats. */
export function readDashboard(output: unknown): Dashboard {
  const data = isDict(output) ? output : {};
  const figures = Array.isArray(data["stats"]) ? data["stats"] : null;
  const chats = Array.isArray(data["recentChats"]) ? data["recentChats"] : null;
  const items = Array.isArray(data["items"]) ? data["items"] : null;
  const stats = (figures ?? []).map(readStat).filter((s) => s !== null);
  const recent = items?.length ? items : (chats ?? items);
  const entries = (recent ?? []).map(readEntry).filter((e) => e !== null);
  return {
    title: text(data["title"]) || text(data["headerText"]),
    subtitle: text(data["subtitle"]),
    stats,
    entriesTitle: text(data["itemsTitle"]) || (recent === chats ? "Recent chats" : "Recent"),
    entries,
    empty: short(text(data["empty"]), 500),
    actions: readActions(data["actions"]),
    skipped: (figures?.length ?? 0) - stats.length + (recent?.length ?? 0) - entries.length,
    readable: figures !== null || recent !== null || data["dashboard"] === true,
  };
}

function readStat(value: unknown): Stat | null {
  if (!isDict(value)) return null;
  const figure = value["value"];
  const stat: Stat = {
    label: text(value["label"]),
    value: typeof figure === "number" && Number.isFinite(figure) ? figure : text(figure),
    change: text(value["change"]),
    direction: null,
    note: text(value["note"]),
    history: readHistory(value["history"]),
  };
  if (!stat.label && stat.value === "") return null;
  stat.direction = directionOf(value["trend"], stat.change);
  return { ...stat, label: stat.label || "Unnamed", value: stat.value === "" ? "–" : stat.value };
}

/** The direction as told, else as the sign of the change has it. */
export function directionOf(told: unknown, change: string): Direction | null {
  if (told === "up" || told === "down" || told === "flat") return told;
  const found = /^([+\-−–▲▼↑↓]?)\s*[^\d\s]{0,3}\s*(\d[\d.,]*)/.exec(change);
  if (!found) return null;
  if (!/[1-9]/.test(found[2] as string)) return "flat";
  if (/[+▲↑]/.test(found[1] as string)) return "up";
  return found[1] ? "down" : null;
}

/** Figures of which less is better. */
const less = words(
  "errors? failures? failed churn costs? spend spending spent expenses? debt latency response_time load_time wait waiting delays? delayed late",
  "overdue unpaid open_tickets backlog complaints? returns refunds? cancellations? no-shows? bounce incidents? outages? downtime defects? bugs",
  "absences? emissions waste risk inflation unemployment weight p9\\d",
);
/** Figures of which neither is: nobody minds when the weather changes. */
const neither = words("temperature humidity wind pressure age distance population");

/** Finds any of the words, which stand between spaces, in a label. */
function words(...lines: string[]): RegExp {
  return new RegExp(`\\b(${lines.join(" ").replaceAll(" ", "|").replaceAll("_", " ")})\\b`, "i");
}

/** Whether a change is good news; null where it is none. */
export function moodOf({ label, direction }: Pick<Stat, "label" | "direction">): "success" | "danger" | null {
  if (!direction || direction === "flat" || neither.test(label)) return null;
  return (direction === "up") === less.test(label) ? "danger" : "success";
}

/** At most the last 60 numbers; one number alone makes no line. */
function readHistory(value: unknown): number[] {
  const numbers = (Array.isArray(value) ? value : [])
    .filter((v): v is number => typeof v === "number" && Number.isFinite(v))
    .slice(-60);
  return numbers.length > 1 ? numbers : [];
}

function readEntry(value: unknown): Entry | null {
  if (!isDict(value)) return null;
  const title = text(value["title"]);
  const detail = text(value["subtitle"]) || text(value["model"]);
  if (!title && !detail) return null;
  return {
    title: title || "Untitled",
    detail,
    badge: text(value["badge"]),
    time: text(value["time"]),
    url: safeHref(value["url"]),
  };
}

/** The points of a small line in a box of 100 × 24, oldest at x = 0. */
export function sparkline(history: number[]): string {
  const low = Math.min(...history);
  const span = Math.max(...history) - low;
  const y = (v: number): number => (span > 0 ? 22 - ((v - low) / span) * 20 : 12);
  return history.map((v, i) => `${round((i / (history.length - 1)) * 100)},${round(y(v))}`).join(" ");
}

const round = (n: number): number => Math.round(n * 10) / 10;
