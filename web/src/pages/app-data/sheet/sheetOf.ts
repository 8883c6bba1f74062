import { readCSV, type Table } from "~/data/csv";
import { faultIn, parseJSON } from "~/data/json";

/** A sheet out of what was pasted: CSV, cells of a spreadsheet, or a list of JSON objects. */
export function sheetOf(text: string): Table | { fault: string } {
  if (/^\s*[[{]/.test(text)) return fromJSON(text);
  const read = readCSV(text);
  if ("fault" in read) return read;
  return read.table.rows.length
    ? read.table
    : { fault: "There is only one line. The first line names the columns; the rows come below it." };
}

function fromJSON(text: string): Table | { fault: string } {
  const read = parseJSON(text);
  if (read.faults.length) return { fault: faultIn(text, read) };
  const list: unknown = read.root?.value;
  if (!Array.isArray(list) || !list.length || !list.every(isRecord))
    return { fault: "Paste a list of objects: [{ … }, { … }]." };
  const header = [...new Set(list.flatMap((row) => Object.keys(row)))];
  return { header, rows: list.map((row) => header.map((key) => cell(row[key]))) };
}

const isRecord = (v: unknown): v is Record<string, unknown> => typeof v === "object" && v !== null && !Array.isArray(v);

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(cell).join(", ");
  if (isRecord(value) && typeof value["lat"] === "number")
    return `${String(value["lat"])}, ${String(value["lon"])} ${cell(value["label"])}`.trim();
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};
