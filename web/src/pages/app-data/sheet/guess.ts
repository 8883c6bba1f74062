import { nameFor, titleOf, type Column, type ColumnType } from "~/api/tables";
import type { Table } from "~/data/csv";
import { amountOf, type Style } from "../cells/number";
import { read } from "../cells/read";
import { styleOf, stylesOf } from "../cells/style";

/** How likely types are told apart, the narrowest first. */
const tested: ColumnType[] = ["integer", "number", "date", "datetime", "time", "place"];

/** A text of digits that is no quantity: 007, +34 600 111 222, whose zero or sign a number would lose. */
const code = (cell: string) => /^[+-]?0\d|^[+-]?\d{16,}$|^\+\d(?:[\s.]?\d){8,14}$|e/i.test(cell);

/** What can be read so, and was hardly meant so. */
const unlike: Partial<Record<ColumnType, (cell: string) => boolean>> = {
  integer: code,
  number: code,
  date: (cell) => cell.includes(":"), // midnight
  datetime: (cell) => !cell.includes(":"),
  place: (cell) => !/\d[.,]\d.*\d[.,]\d/.test(cell),
};

const pictures = /\.(png|jpe?g|webp|gif|avif|svg)([?#]|$)/i;

/** What a column of cells holds, by what stands in it and, where that leaves open, by its name. */
export function guess(
  title: string,
  cells: readonly string[],
  style: Style = styleOf(cells),
): Pick<Column, "type" | "values" | "currency"> {
  const filled = cells.map((cell) => cell.trim()).filter(Boolean);
  if (!filled.length) return { type: "text" };
  const all = (fits: (cell: string) => boolean) => filled.every(fits);
  if (all((c) => /^\S+@\S+\.\S+$/.test(c))) return { type: "email" };
  if (all((c) => /^https?:\/\//i.test(c)))
    return {
      type: all((c) => pictures.test(c)) || /image|picture|photo|bild|foto|imagem/i.test(title) ? "image" : "url",
    };
  if (all((c) => /^(true|false|yes|no|ja|nein|sim|não|si|sí|oui|non)$/i.test(c))) return { type: "boolean" };
  const currency = currencyOf(filled);
  if (currency && all((c) => "value" in read(c, { type: "money", currency }, style)))
    return { type: "money", currency };
  if (/phone|telef|telefon|mobil|móvil|celular|tel\b/i.test(title)) return { type: "phone" };
  const type = tested.find((t) => all((c) => "value" in read(c, { type: t }, style) && !unlike[t]?.(c)));
  if ((type === "integer" || type === "number") && /price|preis|preço|precio|prix|cost/i.test(title))
    return { type: "money", currency: "EUR" };
  if (type) return { type };
  const distinct = [...new Set(filled)];
  if (filled.length >= 8 && distinct.length <= 8 && distinct.length * 3 <= filled.length && all((c) => c.length <= 40))
    return { type: "enum", values: distinct };
  return { type: /^(tags|labels|keywords)$/i.test(title) ? "tags" : "text" };
}

/** The currency that all amounts may be in, the likeliest one; none where one has none, or they differ. */
function currencyOf(cells: readonly string[]): string | undefined {
  let common: readonly string[] | undefined;
  for (const cell of cells) {
    const codes = amountOf(cell)?.currencies ?? [];
    common = common?.filter((code) => codes.includes(code)) ?? codes;
    if (!common.length) return undefined;
  }
  return common?.[0];
}

const plain = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Where a column of a sheet goes: to a column of the table, into a new one, or nowhere. */
export type Target = { is: "column"; name: string } | { is: "new"; column: Column } | { is: "nowhere" };

/** A first guess for each column of a sheet. Columns that are taken are not taken twice. */
export function targets(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  columns: readonly Column[],
  separator?: string,
): Target[] {
  const taken = columns.map(({ name }) => name);
  const used = new Set<string>();
  const first = rows.slice(0, 1000);
  const styles = stylesOf(header.map((_, at) => first.map((row) => row[at] ?? "")), separator); // prettier-ignore
  return header.map((title, at): Target => {
    const found = columns.find(
      (column) => !used.has(column.name) && [column.name, titleOf(column)].some((n) => plain(n) === plain(title)),
    );
    if (found) {
      used.add(found.name);
      return { is: "column", name: found.name };
    }
    const name = nameFor(title, taken, "column");
    taken.push(name);
    const cells = first.map((row) => row[at] ?? "");
    return { is: "new", column: { name, title: title.trim(), ...guess(title, cells, styles[at]) } };
  });
}

/** What of a sheet is none of the choices of the columns it goes to, each once, as it is first written. */
export function newChoices(
  rows: readonly (readonly string[])[],
  to: readonly Target[],
  columns: readonly Column[],
): { column: Column; values: string[] }[] {
  return to.flatMap((target, at) => {
    const column = target.is === "column" && columns.find(({ name }) => name === target.name);
    if (!column || column.type !== "enum") return [];
    const known = new Set(column.values?.map((value) => value.toLowerCase())); // as the server reads them: in any case
    const values = new Map<string, string>();
    for (const row of rows) {
      const cell = row[at]?.trim() ?? "";
      const key = cell.toLowerCase();
      if (cell && !known.has(key) && !values.has(key)) values.set(key, cell);
    }
    return values.size ? [{ column, values: [...values.values()] }] : [];
  });
}

/**
 * The sheet as CSV whose header has the names of columns, without what goes nowhere. What stood between the cells stays there:
 * by it the server tells how numbers are written that may be read in two ways.
 */
export function sheetFor({ header, rows, separator = "," }: Table, to: readonly Target[]): string {
  const kept = header.map((_, i) => i).filter((i) => to[i] && to[i]?.is !== "nowhere");
  const nameOf = (target: Target | undefined) =>
    target?.is === "column" ? target.name : target?.is === "new" ? target.column.name : "";
  const line = (cells: readonly string[]) => cells.map(quoted).join(separator);
  const lines = [line(kept.map((i) => nameOf(to[i]))), ...rows.map((row) => line(kept.map((i) => row[i] ?? "")))];
  return (separator === "," ? lines : [`sep=${separator}`, ...lines]).join("\r\n");
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
