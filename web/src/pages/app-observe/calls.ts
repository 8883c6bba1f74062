import type { Schemas } from "~/api/client";

export type Call = Schemas["Call"];
export type Stats = Schemas["Stats"];
export type Outcome = Call["outcome"];

export const windows = [
  { value: "1h", label: "1 hour" },
  { value: "24h", label: "1 day" },
  { value: "7d", label: "7 days" },
  { value: "30d", label: "30 days" },
] as const;
export type Window = (typeof windows)[number]["value"];

export const outcomes: Record<Outcome, { label: string; tone: "good" | "bad" | "warn" }> = {
  ok: { label: "Answered", tone: "good" },
  error: { label: "Failed", tone: "bad" },
  invalid: { label: "Bad arguments", tone: "warn" },
  timeout: { label: "Too slow", tone: "bad" },
  rate_limited: { label: "Too many", tone: "warn" },
};

export const isOutcome = (value: string): value is Outcome => value in outcomes;

/** What narrows the list of calls; "" narrows nothing. */
export interface Filter {
  outcome: string;
  client: string;
  protocolVersion: string;
  tool: string;
}

/** The query of the API for a filter. */
export function queryOf({ outcome, client, protocolVersion, tool }: Filter) {
  return {
    ...(isOutcome(outcome) && { outcome }),
    ...(client && { client: client.slice(0, 100) }),
    ...(protocolVersion && { protocolVersion: protocolVersion.slice(0, 32) }),
    ...(tool && { tool: tool.slice(0, 128) }),
  };
}

/** Both lists without what stands in both, newest first; calls through another replica come late and find their place. */
export function merged(known: readonly Call[], fetched: readonly Call[]): Call[] {
  const ids = new Set(known.map(({ id }) => id));
  const fresh = fetched.filter(({ id }) => !ids.has(id));
  if (fresh.length === 0) return known as Call[];
  return [...fresh, ...known].sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || (b.id < a.id ? -1 : 1));
}

type Page = Schemas["ListCall"];

/** How many calls are held while they come in; older ones are a click away. */
const held = 300;

/** The pages, newest first, with those calls that a new look at the first page has found; that page alone where it does not join them, or where they become too many. */
export function followed(pages: readonly Page[], newest: Page): readonly Page[] {
  const [head, ...rest] = pages;
  const known = new Set(pages.flatMap(({ items }) => items.map(({ id }) => id)));
  const fresh = newest.items.filter(({ id }) => !known.has(id));
  if (!head || (newest.nextCursor && fresh.length === newest.items.length)) return [newest];
  if (fresh.length === 0) return pages;
  const items = merged(head.items, fresh);
  return rest.length || items.length <= held ? [{ ...head, items }, ...rest] : [newest];
}

/** Milliseconds as people read them. */
export const ms = (value: number | null): string =>
  value === null
    ? "–"
    : value < 1
      ? `${value.toFixed(2)} ms`
      : value < 10
        ? `${value.toFixed(1)} ms`
        : value < 10_000
          ? `${Math.round(value).toLocaleString("en")} ms`
          : `${(value / 1000).toFixed(1)} s`;

/** Bytes as people read them. */
export function bytes(value: number): string {
  if (value < 1000) return `${value} B`;
  const [unit, size] = value < 1e6 ? ["kB", 1e3] : value < 1e9 ? ["MB", 1e6] : ["GB", 1e9];
  const n = value / (size as number);
  return `${n < 10 ? n.toFixed(1) : Math.round(n)} ${unit}`;
}

/** Which era of the protocol a version belongs to. */
export const eraOf = (version: string): string => (version >= "2026" ? "new era" : version ? "classic era" : "");
