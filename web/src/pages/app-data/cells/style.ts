import type { Column } from "~/api/tables";
import { amountOf, decimalOf, isProgram, type Style } from "./number";

interface Seen {
  comma: boolean;
  point: boolean;
  day: boolean;
  month: boolean;
}

/** How texts write numbers and dates, from those that can be read in one way only. */
export const styleOf = (texts: readonly string[]): Style => styleIn(see(texts));

/**
 * How each column of a block is written, so that all its cells are read in one way: by its own cells, else by those of the others.
 * Where nothing tells, numbers between semicolons have commas.
 */
export function stylesOf(columns: readonly (readonly string[])[], separator?: string): Style[] {
  const seen = columns.map(see);
  const all = seen.reduce(
    (a, b) => ({
      comma: a.comma || b.comma,
      point: a.point || b.point,
      day: a.day || b.day,
      month: a.month || b.month,
    }),
    { comma: false, point: false, day: false, month: false },
  );
  if (!all.comma && !all.point) all.comma = separator === ";";
  return seen.map((own) =>
    styleIn({
      ...(own.comma || own.point ? { comma: own.comma, point: own.point } : { comma: all.comma, point: all.point }),
      ...(own.day || own.month ? { day: own.day, month: own.month } : { day: all.day, month: all.month }),
    }),
  );
}

/** Whether cells of that type are written in more than one way. */
export const written = ({ type }: Pick<Column, "type">): boolean =>
  ["number", "integer", "money", "date", "datetime"].includes(type);

const styleIn = ({ comma, point, day, month }: Seen): Style => ({
  ...(comma && !point && { decimalComma: true }),
  ...(comma && point && { torn: true }),
  ...(day && !month && { dayFirst: true }),
  ...(month && !day && { monthFirst: true }),
});

/** What can be read in one way only, as the server sees it (platform/tables). */
function see(texts: readonly string[]): Seen {
  const seen = { comma: false, point: false, day: false, month: false };
  let thousands = false;
  let large = false;
  for (const text of texts) {
    const cell = text.trim();
    const found = amountOf(cell);
    if (found) {
      const amount = found.amount.replace(/^[+\-()]+|[+\-()]+$/g, "");
      thousands ||= found.currencies.length > 0 && /^\d{1,3}\.\d{3}$/.test(amount);
      large ||= /^[^.,]{3}$/.test(amount);
      number(seen, amount);
    }
    const date = /^(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d{2})(?!\w)/.exec(cell);
    const [a, b] = [Number(date?.[1]), Number(date?.[2])];
    seen.day ||= a > 12 && b <= 12;
    seen.month ||= b > 12 && a <= 12;
  }
  seen.comma ||= thousands && large && !seen.point; // 1.450 € beside 780 €
  return seen;
}

function number(seen: Seen, amount: string): void {
  const at = decimalOf(amount, {});
  const points = amount.split(".").length - 1;
  const commas = amount.split(",").length - 1;
  if (isProgram(amount)) seen.point ||= points > 0;
  else if ((at >= 0 && amount[at] === ",") || (points > 1 && !commas)) seen.comma = true;
  else if ((at >= 0 && decimalOf(amount, { decimalComma: true }) === at) || (commas > 1 && !points)) seen.point = true;
}
