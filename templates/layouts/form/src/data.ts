import { isDict, readDate, short, text } from "@chatui/runtime";

/** The kinds of fields. Those from email to tags take what columns of a table by these names take. */
const kinds = [
  "text",
  "textarea",
  "number",
  "date",
  "select",
  "checkbox",
  "email",
  "phone",
  "url",
  "time",
  "datetime",
  "tags",
] as const;
export type Kind = (typeof kinds)[number];

export interface Option {
  value: string | number;
  label: string;
}

/** One field, cleaned: strings may be "", bounds null. */
export interface Field {
  /** The argument of the tool that it fills. */
  name: string;
  kind: Kind;
  label: string;
  help: string;
  placeholder: string;
  required: boolean;
  /** What stands in it at first: "" or unchecked when nothing does. */
  initial: string | boolean;
  options: Option[];
  /** Least and most: of a number, or of a date as YYYY-MM-DD. */
  min: number | string | null;
  max: number | string | null;
  integer: boolean;
  /** Most characters of a text. */
  maxLength: number | null;
}

export interface Form {
  title: string;
  subtitle: string;
  tool: string;
  fields: Field[];
  /** Arguments that are sent besides those of the fields. */
  fixed: Record<string, unknown>;
  submitLabel: string;
  success: string;
  skipped: number;
  readable: boolean;
}

const limits = { fields: 30, options: 100 };

/** Reads what a tool answered. It may come from a source that nobody has checked, so it shows what it can. */
export function readForm(output: unknown): Form {
  const data = isDict(output) ? output : {};
  const list = Array.isArray(data["fields"]) ? data["fields"] : null;
  const fields: Field[] = [];
  for (const value of list ?? []) {
    const field = readField(value);
    if (field && fields.length < limits.fields && !fields.some((f) => f.name === field.name)) fields.push(field);
  }
  const tool = text(data["tool"]);
  return {
    title: text(data["title"]),
    subtitle: text(data["subtitle"]),
    tool: /^[a-zA-Z0-9_-]{1,64}$/.test(tool) ? tool : "",
    fields,
    fixed: isDict(data["arguments"]) ? data["arguments"] : {},
    submitLabel: short(text(data["submitLabel"]), 40) || "Send",
    success: text(data["successMessage"]),
    skipped: (list?.length ?? 0) - fields.length,
    readable: list !== null,
  };
}

function readField(value: unknown): Field | null {
  if (!isDict(value)) return null;
  const name = text(value["name"]);
  const kind = kinds.find((k) => k === (value["type"] ?? "text"));
  if (!/^[a-zA-Z0-9_.-]{1,64}$/.test(name) || !kind) return null;
  const options = kind === "select" ? readOptions(value["options"]) : [];
  if (kind === "select" && !options.length) return null;
  const bound = (key: string): number | string | null => readBound(value[key], kind);
  const length = value["maxLength"];
  return {
    name,
    kind,
    label: short(text(value["label"]), 200) || name,
    help: text(value["help"]),
    placeholder: short(text(value["placeholder"]), 120),
    required: value["required"] === true,
    initial: readInitial(value["value"], kind, options),
    options,
    min: bound("min"),
    max: bound("max"),
    integer: value["integer"] === true,
    maxLength: typeof length === "number" && length >= 1 ? Math.floor(length) : null,
  };
}

function readOptions(value: unknown): Option[] {
  return (Array.isArray(value) ? value : [])
    .map((entry): Option | null => {
      const raw = isDict(entry) ? entry["value"] : entry;
      const plain = typeof raw === "number" && Number.isFinite(raw) ? raw : text(raw);
      return plain === "" ? null : { value: plain, label: (isDict(entry) && text(entry["label"])) || String(plain) };
    })
    .filter((option) => option !== null)
    .slice(0, limits.options);
}

function readInitial(value: unknown, kind: Kind, options: Option[]): string | boolean {
  if (kind === "checkbox") return value === true;
  const given = text(value);
  if (kind === "select") return options.some((o) => String(o.value) === given) ? given : "";
  if (kind === "date") return isDay(given) ? given : "";
  if (kind === "number") return given !== "" && Number.isFinite(Number(given)) ? given : "";
  if (kind === "tags" && Array.isArray(value)) return value.map(text).filter(Boolean).join(", ");
  if (kind === "time") return /^([01]\d|2[0-3]):[0-5]\d/.test(given) ? given.slice(0, 5) : "";
  if (kind === "datetime") return localOf(given);
  return given;
}

/** A moment as a field has it: the clock of the reader, without a zone. */
function localOf(moment: string): string {
  const date = readDate(moment)?.date;
  if (!date) return "";
  return new Date(+date - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function readBound(value: unknown, kind: Kind): number | string | null {
  if (kind === "number" && typeof value === "number" && Number.isFinite(value)) return value;
  return kind === "date" && isDay(value) ? value : null;
}

/** Whether a value is a day of the calendar as YYYY-MM-DD. */
export const isDay = (value: unknown): value is string => typeof value === "string" && readDate(value)?.day === true;
