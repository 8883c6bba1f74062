import type { Row } from "~/api/tables";

export type Values = Readonly<Record<string, unknown>>;

/** A row in the page. Its key stays when the server gives it an id, and when it is taken out and put back. */
export interface Line {
  key: string;
  /** "" until the server has it. */
  id: string;
  values: Values;
}

/** What is wrong in a cell; text is what was typed where it could not be read. */
export interface Fault {
  message: string;
  text?: string;
}

/** Where a cell is: the key of its line and the name of its column. */
export const cellKey = (line: string, column: string) => `${line}/${column}`;

/** The key of the line and the name of the column of a cell. */
export const cellAt = (cell: string): [line: string, column: string] => {
  const at = cell.indexOf("/");
  return [cell.slice(0, at), cell.slice(at + 1)];
};

export const lineOf = ({ id, values }: Row): Line => ({ key: id, id, values });

/** New values for one line. A null empties a cell. */
export interface Change {
  key: string;
  values: Values;
}

/** The line with a change in it; empty cells are not kept. */
export function changed(line: Line, values: Values): Line {
  const all = Object.entries({ ...line.values, ...values }).filter(([, value]) => value !== null);
  return { ...line, values: Object.fromEntries(all) };
}

/** What those cells hold now, to put back. */
export const before = ({ values }: Line, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null]));

/** The cells in which two rows differ, of those that are named. */
export const differing = (
  a: Values,
  b: Values,
  names: readonly string[] = [...new Set([...Object.keys(a), ...Object.keys(b)])],
): string[] => names.filter((name) => JSON.stringify(a[name] ?? null) !== JSON.stringify(b[name] ?? null));

/** Cells without those that are named. */
export const without = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
