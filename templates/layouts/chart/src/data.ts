import { type Action, isDict, readActions, short, text } from "@chatui/runtime";

export type Kind = "line" | "bar" | "area" | "donut";

export interface Series {
  name: string;
  /** One per label; null where there is none. */
  values: (number | null)[];
}

/** A chart, cleaned: as many values in every series as there are labels, at least one of each when readable. */
export interface Chart {
  title: string;
  subtitle: string;
  kind: Kind;
  labels: string[];
  series: Series[];
  xTitle: string;
  yTitle: string;
  unit: string;
  currency: string;
  /** What to say when there are no numbers. */
  empty: string;
  actions: Action[];
  /** What could not be shown, in sentences. */
  missing: string[];
  readable: boolean;
}

/** Writes a value: whole for tables, shortened for axes. */
export type Write = (value: number, brief?: boolean) => string;

const limits = { labels: 500, series: 6 };

/** Reads what a tool answered. It may come from a source that nobody has checked, so it shows what it can. */
export function readChart(output: unknown): Chart {
  const data = isDict(output) ? output : {};
  const list = Array.isArray(data["series"]) ? data["series"] : null;
  const usable = (list ?? []).filter(isDict).filter((s) => Array.isArray(s["values"]));
  const kind = readKind(data["type"]);
  const most = kind === "donut" ? 1 : limits.series;
  const longest = Math.max(0, ...usable.map((s) => (s["values"] as unknown[]).length));
  const told = Array.isArray(data["labels"]) ? data["labels"].map(text) : [];
  const count = Math.min(limits.labels, Math.max(told.length, longest));
  const labels = Array.from({ length: count }, (_, i) => told[i] || String(i + 1));
  const series = usable.slice(0, most).map((s, i): Series => {
    const values = s["values"] as unknown[];
    return { name: text(s["name"]) || `Series ${i + 1}`, values: labels.map((_, at) => readNumber(values[at])) };
  });
  const holes = series.flatMap((s) => s.values).filter((v) => v === null).length;
  return {
    title: text(data["title"]),
    subtitle: text(data["subtitle"]),
    kind,
    labels,
    series: series.filter((s) => s.values.some((v) => v !== null)),
    xTitle: text(data["xTitle"]),
    yTitle: text(data["yTitle"]),
    unit: short(text(data["unit"]), 20),
    currency: /^[A-Z]{3}$/.test(text(data["currency"])) ? text(data["currency"]) : "",
    empty: short(text(data["empty"]), 500),
    actions: readActions(data["actions"]),
    missing: [
      ...sentence((list?.length ?? 0) - series.length, "series"),
      ...sentence(Math.max(told.length, longest) - count, "point"),
      ...sentence(holes, "value"),
    ],
    readable: list !== null,
  };
}

function readKind(value: unknown): Kind {
  return value === "bar" || value === "area" || value === "donut" ? value : "line";
}

/** A number, also written as a plain one in a string; else null. Beyond 1e±100 sums and steps would leave the floats. */
function readNumber(value: unknown): number | null {
  const number = typeof value === "string" && /^\s*-?\d+(\.\d+)?(e[+-]?\d+)?\s*$/i.test(value) ? Number(value) : value;
  if (typeof number !== "number" || !(Math.abs(number) <= 1e100)) return null;
  return Math.abs(number) < 1e-100 ? 0 : number;
}

function sentence(count: number, what: "series" | "point" | "value"): string[] {
  if (count <= 0) return [];
  const things = count === 1 || what === "series" ? what : `${what}s`;
  return [
    what === "value"
      ? `${count} ${things} ${count === 1 ? "is" : "are"} missing.`
      : `${count} ${things} could not be shown.`,
  ];
}

export interface Slice {
  label: string;
  value: number;
  /** Of the whole, 0–1. */
  share: number;
}

/** The parts of a donut, largest first, the smallest together as the last; and how many values cannot be parts. */
export function slices(chart: Chart, most = 6): { slices: Slice[]; total: number; left: number } {
  const values = chart.series[0]?.values ?? [];
  const parts = chart.labels
    .map((label, i) => ({ label, value: values[i] ?? 0 }))
    .filter((p) => p.value > 0)
    .sort((a, b) => b.value - a.value);
  const total = parts.reduce((sum, p) => sum + p.value, 0);
  const shown = parts.length > most ? parts.slice(0, most - 1) : parts;
  const rest = parts.slice(shown.length);
  if (rest.length) shown.push({ label: `${rest.length} others`, value: rest.reduce((sum, p) => sum + p.value, 0) });
  return {
    slices: shown.map((p) => ({ ...p, share: p.value / total })),
    total,
    left: values.filter((v) => v !== null && v < 0).length,
  };
}
