import { isObject, mainList, type Schema } from "../data/schema";
import { faultIn, lineOf, parseJSON } from "~/data/json";
import { readCSV, type Table } from "~/data/csv";

/** What a pasted text is. */
export type Understood =
  | { is: "nothing" }
  | { is: "data"; data: Record<string, unknown>; note: string }
  | { is: "table"; table: Table }
  | { is: "fault"; message: string; line?: number };

/** Finds out whether a text is JSON, CSV, or cells of a spreadsheet, and says what is in the way. */
export function understand(text: string, schema: Schema, present: unknown): Understood {
  const trimmed = text.trim();
  if (!trimmed) return { is: "nothing" };
  if (trimmed.startsWith("{") || trimmed.startsWith("[")) return fromJSON(text, schema, present);
  if (/^<(!doctype|[a-z!?])/i.test(trimmed))
    return {
      is: "fault",
      message:
        "This is HTML. Copy the rows in a spreadsheet, or the table as it is shown in a browser, and paste them here: then they arrive as cells.",
    };
  const read = readCSV(text);
  if ("fault" in read) return { is: "fault", message: read.fault };
  if (!read.table.rows.length)
    return {
      is: "fault",
      message: "There is only one line. The first line names the columns; the rows come below it.",
    };
  return { is: "table", table: read.table };
}

function fromJSON(text: string, schema: Schema, present: unknown): Understood {
  const read = parseJSON(text);
  const [first] = read.faults;
  if (first) return { is: "fault", message: faultIn(text, read), line: lineOf(text, first.from).line };
  const value = read.root?.value;
  const list = mainList(schema);
  if (Array.isArray(value)) {
    if (!list) return { is: "fault", message: "This layout shows one thing, not a list. Paste an object." };
    return {
      is: "data",
      data: { ...(isObject(present) ? present : {}), [list.key]: value },
      note: `${value.length} entries for “${list.key}”`,
    };
  }
  return isObject(value)
    ? { is: "data", data: value, note: "All of the data" }
    : { is: "fault", message: "The data must be an object or a list." };
}
