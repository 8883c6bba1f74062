import type { Column } from "~/api/tables";
import { read } from "../cells/read";
import { stylesOf, written } from "../cells/style";
import { write } from "../cells/write";
import { cellKey, type Change, type Fault, type Line, type Values } from "./line";

/** Cells as a spreadsheet copies them: rows by lines, cells by tabs, quotes around those with either in them. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"(?=\t|\n|$)|([^\t\n]*))(\t|\n|$)/gy;
  const source = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  for (let found = cell.exec(source); found; found = cell.exec(source)) {
    rows.at(-1)?.push(found[1] === undefined ? (found[2] ?? "") : found[1].replaceAll('""', '"'));
    if (found[3] === "") break;
    if (found[3] === "\n") rows.push([]);
  }
  return rows;
}

/** Cells so that a spreadsheet takes them. */
export const textOf = (cells: readonly (readonly string[])[]): string =>
  cells.map((row) => row.map((c) => (/[\t\n"]/.test(c) ? `"${c.replaceAll('"', '""')}"` : c)).join("\t")).join("\n");

/** A rectangle of cells, both ends within it. */
export interface Area {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** What a block of cells changes when it is pasted. */
export interface Pasted {
  changes: Change[];
  /** Rows below the last one. */
  added: Values[];
  /** Cells that cannot be read, by cell key. */
  faults: Map<string, Fault>;
  /** How many cells stand outside of the columns. */
  outside: number;
}

/** Puts a block at a cell, read column by column as an import reads it. A single cell fills the whole area; lines are those from the area's top. */
export function paste(
  cells: readonly (readonly string[])[],
  area: Area,
  lines: readonly (Line | undefined)[],
  columns: readonly Column[],
): Pasted {
  const one = cells.length === 1 && cells[0]?.length === 1 ? cells[0][0] : undefined;
  const height = one === undefined ? cells.length : area.bottom - area.top + 1;
  const width = one === undefined ? Math.max(...cells.map((row) => row.length)) : area.right - area.left + 1;
  const styles = stylesOf(
    Array.from({ length: width }, (_, x) => {
      const column = columns[area.left + x];
      return column && written(column) ? cells.map((row) => one ?? row[x] ?? "") : [];
    }),
  );
  const result: Pasted = { changes: [], added: [], faults: new Map(), outside: 0 };
  for (let y = 0; y < height; y++) {
    const line = lines[y];
    const values: Record<string, unknown> = {};
    for (let x = 0; x < width; x++) {
      const text = one ?? cells[y]?.[x];
      const column = columns[area.left + x];
      if (text === undefined) continue;
      if (!column) {
        result.outside++;
        continue;
      }
      const reading = read(text, column, styles[x]);
      if ("value" in reading) values[column.name] = reading.value;
      else if (line) result.faults.set(cellKey(line.key, column.name), { message: reading.fault, text });
    }
    if (line) {
      if (Object.keys(values).length) result.changes.push({ key: line.key, values });
    } else if (Object.values(values).some((v) => v !== null)) result.added.push(values);
  }
  return result;
}

/** The text of an area, for the clipboard. */
export const copy = (area: Area, lines: readonly (Line | undefined)[], columns: readonly Column[]): string =>
  textOf(
    lines.map((line) =>
      columns.slice(area.left, area.right + 1).map((column) => (line ? write(line.values[column.name], column) : "")),
    ),
  );
