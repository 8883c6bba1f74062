import {
  type Action,
  address,
  type Dict,
  formatDate,
  formatNumber,
  isDict,
  least,
  readActions,
  readCurrency,
  safeHref,
  short,
  text,
} from "@chatui/runtime";
import { fractionDigits, moment, quantity, ungrouped } from "./values.ts";

export type Kind = "text" | "number" | "date" | "link" | "badge";

export interface Column {
  label: string;
  kind: Kind;
  /** Whether its texts are long enough to need room to wrap. */
  long: boolean;
}

/** What a cell shows and sorts by; sort is null where there is nothing to compare. */
export interface Cell {
  text: string;
  sort: number | string | null;
  href: string;
  /** The words of a column of badges, each by itself. */
  badges: string[];
}

export interface Table {
  title: string;
  subtitle: string;
  columns: Column[];
  rows: Cell[][];
  /** What to say when there are no rows. */
  empty: string;
  actions: Action[];
  /** BCP 47: of the data, else of the host. */
  locale: string;
  /** Rows that are no rows, and values that are neither text nor number. */
  skipped: number;
  lost: number;
  readable: boolean;
}

/** As many as a table of the platform has. */
const maxColumns = 40;

const kinds: Kind[] = ["text", "number", "date", "link", "badge"];

/** Reads what a tool answered. It may come from a source that nobody has checked, so it shows what it can. */
export function readTable(output: unknown, hostLocale: string): Table {
  const data = isDict(output) ? output : {};
  const told = text(data["locale"]);
  const locale = /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(told) ? told : hostLocale;
  const list = [data["rows"], data["data"]].find(Array.isArray) as unknown[] | undefined;
  const dicts = (list ?? []).filter(isDict);
  const heads = readColumns(data["columns"], dicts);
  const read = heads.map((head) => readColumn(head, dicts, locale));
  return {
    title: text(data["title"]),
    subtitle: text(data["subtitle"]),
    columns: read.map((r) => r.column),
    rows: dicts.map((_, i) => read.map((r) => r.cells[i] as Cell)),
    empty: short(text(data["empty"]), 500),
    actions: readActions(data["actions"]),
    locale,
    skipped: (list?.length ?? 0) - dicts.length,
    lost: read.reduce((sum, r) => sum + r.lost, 0),
    readable: list !== undefined && (heads.length > 0 || !list.length),
  };
}

interface Heading {
  key: string;
  label: string;
  type: Kind | null;
  /** ISO 4217, "" where the numbers are no money. */
  currency: string;
}

/** The columns as they are described, else the keys of the first rows. */
function readColumns(value: unknown, rows: Dict[]): Heading[] {
  const keys = [...new Set(rows.slice(0, 50).flatMap((row) => Object.keys(row)))];
  const described = Array.isArray(value) ? value.map(readHeading).filter((h) => h !== null) : [];
  const heads = described.length
    ? described
    : keys.map((key) => ({ key, label: short(label(key), 80), type: null, currency: "" }));
  return heads
    .slice(0, maxColumns)
    .map((head) => ({ ...head, key: keys.includes(head.key) ? head.key : similar(head.key, keys) }));
}

function readHeading(column: unknown): Heading | null {
  const named = isDict(column) ? column : { key: column };
  const key = text(named["key"]) || text(named["label"]);
  const type = named["type"];
  if (!key) return null;
  return {
    key,
    label: short(text(named["label"]) || label(key), 80),
    type: kinds.find((kind) => kind === type) ?? null,
    currency: readCurrency(named["currency"]),
  };
}

/** A key that programs write, as people write it: "unitPrice" and "unit_price" are "Unit price". */
export function label(key: string): string {
  if (!/^[a-z][A-Za-z0-9_]*$/.test(key)) return key;
  const words = key
    .replaceAll("_", " ")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The key that a heading means although it writes it otherwise: "Unit price" for "unit_price". */
function similar(wanted: string, keys: string[]): string {
  const bare = (key: string): string => key.toLowerCase().replace(/[\s_-]/g, "");
  return keys.find((key) => bare(key) === bare(wanted)) ?? wanted;
}

function readColumn(head: Heading, rows: Dict[], locale: string): { column: Column; cells: Cell[]; lost: number } {
  const given = rows.map((row) => (Object.hasOwn(row, head.key) ? row[head.key] : null));
  const values = given.map(plainValue);
  const kind = head.type ?? infer(values);
  const numbers = values.filter((v) => typeof v === "number");
  const most = fractionDigits(numbers);
  const digits = { minimumFractionDigits: most, maximumFractionDigits: most };
  const options: Intl.NumberFormatOptions = head.currency
    ? money(head.currency, numbers, digits)
    : { ...digits, useGrouping: head.type === "number" || !ungrouped(numbers) };
  const cells = values.map((value, i): Cell => {
    const cell = (words: string, sort: Cell["sort"], more: Partial<Cell> = {}): Cell => ({
      text: words,
      sort,
      href: "",
      badges: [],
      ...more,
    });
    if (value === null || value === undefined) return cell("", null);
    if (typeof value === "number") return cell(formatNumber(value, locale, options), value);
    if (kind === "number") return cell(value, quantity(value)?.value ?? null);
    if (kind === "date") return cell(formatDate(value, locale) || value, moment(value));
    if (kind === "badge") {
      const list = given[i];
      return cell(value, value, { badges: Array.isArray(list) ? list.map(text).filter(Boolean) : [value] });
    }
    const href = kind === "link" ? safeHref(value) : "";
    return cell(href ? address(href) : value, value, { href });
  });
  const long = kind === "text" && cells.some((cell) => cell.text.length > 28);
  return { column: { label: head.label, kind, long }, cells, lost: values.filter((v) => v === undefined).length };
}

/** Money of one column: with cents as soon as one amount has some, and with more digits where one is less than a cent. */
const money = (currency: string, amounts: number[], digits: Intl.NumberFormatOptions): Intl.NumberFormatOptions => ({
  style: "currency",
  currency,
  currencyDisplay: "narrowSymbol",
  ...((amounts.every(Number.isInteger) || amounts.some((n) => n && Math.abs(n) < least)) && digits),
});

/** A text or number to show, null for nothing, undefined for what cannot be shown. */
function plainValue(value: unknown): string | number | null | undefined {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  const words = Array.isArray(value) ? value.map(text).filter(Boolean).join(", ") : text(value);
  return words || (typeof value === "string" || (Array.isArray(value) && !value.length) ? null : undefined);
}

/** What all values of a column are. Texts with numbers count as numbers only when all have the same unit. */
function infer(values: (string | number | null | undefined)[]): Kind {
  const known = values.filter((v) => v !== null && v !== undefined);
  if (!known.length) return "text";
  const units = new Set(known.map((v) => (typeof v === "number" ? "|" : quantity(v)?.unit)));
  if (units.size === 1 && !units.has(undefined)) return "number";
  if (known.every((v) => typeof v === "string" && moment(v) !== null)) return "date";
  return known.every((v) => typeof v === "string" && safeHref(v)) ? "link" : "text";
}
