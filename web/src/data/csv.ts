/** A table as it was pasted: the first row names the columns. */
export interface Table {
  header: string[];
  rows: string[][];
  /** What stood between the cells. */
  separator?: string;
}

export type Read = { table: Table } | { fault: string };

/** How CSV may separate its cells; spreadsheets paste tabs, and write semicolons where the comma is a decimal mark. */
const separators = ["\t", ",", ";", "|"];

/** Reads CSV (RFC 4180) and what spreadsheets paste. Faults name the line, and say what would be right. */
export function readCSV(text: string): Read {
  const source = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  if (!source.trim()) return { fault: "There is nothing to read." };
  const separator = separatorOf(source);
  const rows: string[][] = [];
  const lines: number[] = [];
  let row: string[] = [];
  let at = 0;
  let line = 1;
  let begun = 1;
  while (at <= source.length) {
    let cell: string;
    if (source[at] === '"') {
      const opened = line;
      let end = at + 1;
      for (;;) {
        end = source.indexOf('"', end);
        if (end < 0)
          return {
            fault: `Line ${opened}: a cell begins with a quote that is never closed. Close it, or write "" for a quote within a cell.`,
          };
        if (source[end + 1] !== '"') break;
        end += 2;
      }
      const raw = source.slice(at + 1, end);
      line += raw.split("\n").length - 1;
      cell = raw.replaceAll('""', '"');
      at = end + 1;
      const next = source[at];
      if (next !== undefined && next !== separator && next !== "\n")
        return {
          fault: `Line ${line}: after the closing quote comes “${next}” instead of ${named(separator)} or the end of the line.`,
        };
    } else {
      let end = at;
      while (end < source.length && source[end] !== separator && source[end] !== "\n") end++;
      cell = source.slice(at, end);
      at = end;
    }
    row.push(cell);
    if (source[at] !== separator) {
      if (row.length > 1 || row[0]?.trim()) {
        rows.push(row);
        lines.push(begun);
      }
      row = [];
      line++;
      begun = line;
    }
    at++;
  }
  const [header = [], ...rest] = rows;
  const long = rest.findIndex((r) => r.length > header.length && r.slice(header.length).some((c) => c.trim()));
  if (long >= 0) {
    const wrong = `Line ${lines[long + 1] ?? 0} has ${rest[long]?.length ?? 0} cells`;
    const way = `Put quotes around cells that contain ${named(separator)}.`;
    return { fault: `${wrong}, but the first line names ${header.length} columns. ${way}` };
  }
  const names = header.map((name, i) => name.trim() || `Column ${i + 1}`);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice) return { fault: `Two columns are called “${twice}”. Give one of them another name.` };
  return { table: { header: names, rows: rest.map((r) => names.map((_, i) => r[i] ?? "")), separator } };
}

/** The separator that the first line has most of, outside of quotes. */
function separatorOf(source: string): string {
  const first = (/^(?:"(?:[^"]|"")*"|[^"\n])*/.exec(source)?.[0] ?? "").replace(/"(?:[^"]|"")*"/g, "");
  const count = (s: string) => first.split(s).length - 1;
  return separators.reduce((best, s) => (count(s) > count(best) ? s : best), ",");
}

const named = (separator: string) =>
  ({ "\t": "a tab", ",": "a comma", ";": "a semicolon", "|": "a bar" })[separator] ?? separator;
