import type { Column } from "~/api/tables";

/** What was typed or pasted, as the server takes it (null empties the cell), or what would be right. */
export type Reading = { value: unknown } | { fault: string };

/** Reads the text of a cell. It understands what people write in spreadsheets; the server has the last word. */
export function read(text: string, column: Pick<Column, "type" | "values">): Reading {
  const cell = text.trim();
  if (cell === "") return { value: null };
  switch (column.type) {
    case "number":
    case "money":
      return number(cell);
    case "integer":
      return whole(cell);
    case "boolean":
      return yesOrNo(cell);
    case "date":
      return date(cell);
    case "time":
      return time(cell);
    case "datetime":
      return moment(cell);
    case "enum":
      return choice(cell, column.values ?? []);
    case "tags":
      return { value: [...new Set(cell.split(/\s*[,;|\n]\s*/).filter(Boolean))] };
    case "url":
    case "image":
      return link(cell);
    case "place":
      return place(cell);
    default:
      return { value: column.type === "text" ? text : cell };
  }
}

const number = (cell: string): Reading => {
  const plain = cell.replace(/[\s\u00a0\u202f']/g, "").replace(/^[\p{Sc}]|[\p{Sc}%]$|^[A-Z]{3}|[A-Z]{3}$/gu, "");
  const comma = plain.lastIndexOf(",");
  const point = plain.lastIndexOf(".");
  const grouped = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain);
  const text = comma > point && !grouped ? plain.replaceAll(".", "").replace(",", ".") : plain.replaceAll(",", "");
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text))
    ? { value: Number(text) }
    : { fault: "This is no number. Write 3.5." };
};

const whole = (cell: string): Reading => {
  const reading = number(cell);
  return "fault" in reading || Number.isInteger(reading.value)
    ? reading
    : { fault: "This column has whole numbers only." };
};

const yesOrNo = (cell: string): Reading => {
  if (/^(true|yes|y|1|x|✓|✔|ja|si|sí|sim|oui|on)$/iu.test(cell)) return { value: true };
  if (/^(false|no|n|0|-|✗|nein|não|nao|non|off)$/iu.test(cell)) return { value: false };
  return { fault: "Write yes or no." };
};

const two = (n: string | undefined) => (n ?? "").padStart(2, "0");

const date = (cell: string): Reading => {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(cell);
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(cell);
  const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(cell);
  let [year, month, day] = iso?.slice(1) ?? dotted?.slice(1).reverse() ?? [];
  if (slashed) {
    const [a, b] = [Number(slashed[1]), Number(slashed[2])];
    if (a <= 12 && b <= 12 && a !== b) return { fault: "Day and month cannot be told apart. Write 2026-11-22." };
    year = slashed[3];
    [day, month] = a > 12 ? [slashed[1], slashed[2]] : [slashed[2], slashed[1]];
  }
  const value = `${year}-${two(month)}-${two(day)}`;
  const real = new Date(`${value}T00:00:00Z`);
  return !year || Number.isNaN(real.getTime()) || real.toISOString().slice(0, 10) !== value
    ? { fault: "This is no date. Write 2026-11-22." }
    : { value };
};

const time = (cell: string): Reading => {
  const parts = /^(\d{1,2})[:.h](\d{2})(?::(\d{2}))?\s*(am|pm)?$/i.exec(cell);
  const hour = parts ? clock(Number(parts[1]), parts[4]) : 24;
  if (!parts || hour > 23 || Number(parts[2]) > 59 || Number(parts[3] ?? 0) > 59)
    return { fault: "This is no time of day. Write 09:30." };
  return { value: `${two(String(hour))}:${parts[2]}${parts[3] ? `:${parts[3]}` : ""}` };
};

const clock = (hour: number, half: string | undefined) =>
  half ? (hour > 12 ? 24 : (hour % 12) + (half.toLowerCase() === "pm" ? 12 : 0)) : hour;

const moment = (cell: string): Reading => {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(cell)) {
    const at = new Date(cell);
    if (!Number.isNaN(at.getTime())) return { value: cell };
  }
  const [day = "", ...rest] = cell.split(/[T\s]+/);
  const onDay = date(day);
  const at = time(rest.join(" ") || "00:00");
  if ("fault" in onDay || "fault" in at) return { fault: "This is no date with a time. Write 2026-11-22 09:30." };
  // Without a zone it is meant where the person is.
  return { value: new Date(`${String(onDay.value)}T${String(at.value)}`).toISOString().replace(".000Z", "Z") };
};

const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const choice = (cell: string, values: readonly string[]): Reading => {
  const found = values.find((v) => v === cell) ?? values.find((v) => plain(v) === plain(cell));
  return found === undefined ? { fault: `Choose one of ${values.join(", ")}.` } : { value: found };
};

const link = (cell: string): Reading => {
  if (/^data:image\//.test(cell)) return { value: cell };
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(cell) ? cell : `https://${cell}`;
  return /^https?:\/\/[^\s/]+\.[^\s]+$/i.test(whole) || /^https?:\/\/localhost/i.test(whole)
    ? { value: whole }
    : { fault: "This is no link. Write https://example.com." };
};

const place = (cell: string): Reading => {
  const at = /(-?\d{1,3}(?:\.\d+)?)\s*°?\s*[,;]\s*(-?\d{1,3}(?:\.\d+)?)°?/.exec(cell);
  const [lat, lon] = [Number(at?.[1]), Number(at?.[2])];
  if (!at || Math.abs(lat) > 90 || Math.abs(lon) > 180)
    return { fault: "Write latitude, longitude and a name: 38.72, -9.14 Lisbon." };
  const label = (cell.slice(0, at.index) + cell.slice(at.index + at[0].length)).replace(/[()]/g, "").trim();
  return { value: { lat, lon, ...(label && { label: label.replace(/^[,;]\s*|\s*[,;]$/g, "") }) } };
};
