import { type Around, type Entry, isDict, readAmount, readEntries, readEntry, text } from "@chatui/runtime";

export interface Row extends Entry {
  value: string | number;
}

export interface List extends Around {
  /** Whether the rows are counted. */
  ordered: boolean;
  rows: Row[];
}

export function readList(output: unknown): List {
  const { entries: rows, ...around } = readEntries(output, readRow);
  return { ...around, ordered: isDict(output) && output["ordered"] === true, rows };
}

/** A bare text or number is a row with that title. */
function readRow(item: unknown): Row | null {
  const fields = isDict(item) ? item : { title: text(item) };
  const entry = readEntry(fields);
  return entry && { ...entry, value: readAmount(fields["value"]) };
}
