import type { Column } from "~/api/tables";
import { dateOf, timeOf } from "./date";
import { amountOf, digitsOf, type Style } from "./number";

/** What was typed or pasted, as the server takes it (null empties the cell), or what would be right. */
export type Reading = { value: unknown } | { fault: string };

/**
 * Reads the text of a cell. It understands what people write in spreadsheets, as an import does, in the style of what stands
 * beside it; the server has the last word.
 */
export function read(
  text: string,
  column: Pick<Column, "type" | "values" | "currency"> & Partial<Pick<Column, "title">>,
  style: Style = {},
): Reading {
  const cell = text.trim();
  if (cell === "") return { value: null };
  switch (column.type) {
    case "number":
    case "integer":
      return column.title?.includes("%") && cell.endsWith("%") // "12 %" below "Discount (%)"; percents tell no style
        ? number(cell.slice(0, -1).trim(), column, column.type, { ...style, torn: !style.decimalComma })
        : number(cell, column, column.type, style);
    case "money":
      return number(cell, column, column.type, style);
    case "boolean":
      return yesOrNo(cell);
    case "date":
      return dateOf(cell, style);
    case "time":
      return timeOf(cell);
    case "datetime":
      return moment(cell, style);
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

/** How many digits a number of JavaScript surely keeps. */
const digits = 15;

const number = (cell: string, { currency }: Pick<Column, "currency">, type: Column["type"], style: Style): Reading => {
  const found = amountOf(cell);
  const fault = type === "integer" ? "This is no whole number. Write 12." : "This is no number. Write 3.5.";
  if (!found || (found.currencies.length && type !== "money")) return { fault };
  const text = digitsOf(found.amount, style);
  if (text === null || !Number.isFinite(Number(text))) return { fault };
  if (found.currencies.length && currency && !found.currencies.includes(currency))
    return { fault: `This is in another currency. The column holds ${currency}.` };
  const other = style.torn && type !== "integer" ? digitsOf(found.amount, { decimalComma: true }) : null;
  if (other !== null && other !== text)
    return { fault: `This may be ${text} or ${other}. Write all numbers in one way.` };
  if (text.replace(/e.*|\D/gi, "").replace(/^0+/, "").length > digits)
    return { fault: "This number has too many digits to be typed here. Import it." };
  return type === "integer" && !Number.isInteger(Number(text))
    ? { fault: "This column has whole numbers only." }
    : { value: Number(text) };
};

/** The words for yes and no, in lower case. */
export const said = {
  yes: "true yes y 1 x ✓ ✔ ☑ checked on t ja j wahr oui o vrai sí si s verdadero sì vero sim verdadeiro tak да".split(
    " ",
  ),
  no: "false no n 0 - ✗ ✘ ☐ unchecked off f nein falsch non faux falso não nao nee nie нет".split(" "),
};

const yesOrNo = (cell: string): Reading => {
  const word = cell.toLowerCase();
  if (said.yes.includes(word)) return { value: true };
  if (said.no.includes(word)) return { value: false };
  return { fault: "Write yes or no." };
};

const zoned = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)? ?(?:(Z|UTC)|([+-]\d\d)(?::?(\d\d))?)$/i;
/** As databases write it. Without a zone it is meant where the person is. */
const exact = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d\.\d+)$/;

const moment = (cell: string, style: Style): Reading => {
  const [, date, minutes, seconds = ":00", utc, hours, rest = "00"] = zoned.exec(cell) ?? [];
  if (date && minutes) {
    const value = `${date}T${minutes}${seconds}${utc ? "Z" : `${hours ?? ""}:${rest}`}`;
    if (!Number.isNaN(new Date(value).getTime())) return { value };
  }
  const [, on = "", precise = ""] = exact.exec(cell) ?? [];
  const then = new Date(`${on}T${precise}`);
  if (!Number.isNaN(then.getTime())) return { value: then.toISOString() };
  const [, day = "", clock = "00:00"] =
    /^(.*?)(?:,?[T\s]+(\d{1,2}(?:[:.h]\d\d){1,2}\s*(?:[ap]\.?m\.?|uhr|h)?))?$/i.exec(cell) ?? [];
  const onDay = dateOf(day, style);
  const at = timeOf(clock);
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

const decimalCommas = /^(\D*?)([+-]?\d{1,3}),(\d{1,15})(?:\s*;\s*|,?\s+)([+-]?\d{1,3}),(\d{1,15})(?!\d)/;

const place = (cell: string): Reading => {
  const points = cell.replace(decimalCommas, "$1$2.$3, $4.$5");
  const at =
    /([+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*[,;]\s*([+-]?\d{1,3}(?:\.\d+)?)°?/.exec(points) ??
    /^\(?([+-]?\d{1,3}(?:\.\d+)?)\s+([+-]?\d{1,3}(?:\.\d+)?)(?![\d.])/.exec(points);
  const [lat, lon] = [Number(at?.[1]), Number(at?.[2])];
  if (!at || Math.abs(lat) > 90 || Math.abs(lon) > 180)
    return { fault: "Write latitude, longitude and a name: 38.72, -9.14 Lisbon." };
  const label = (points.slice(0, at.index) + points.slice(at.index + at[0].length)).replace(/[()]/g, "").trim();
  return { value: { lat, lon, ...(label && { label: label.replace(/^[,;]\s*|\s*[,;]$/g, "") }) } };
};
