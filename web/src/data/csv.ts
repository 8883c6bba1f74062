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
  const nothing = { fault: "There is nothing to read." };
  if (!source.trim()) return nothing;
  const separator = separatorOf(source);
  const rows: string[][] = [];
  const lines: number[] = [];
  let row: string[] = [];
  let at = 0;
  let line = 1;
  let begun = 1;
  let quoted = false; // an empty cell in quotes is one that somebody wrote
  while (at <= source.length) {
    let cell: string;
    if (source[at] === '"') {
      const opened = line;
      quoted = true;
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
      if (quoted || row.some((c) => c.trim())) {
        rows.push(row);
        lines.push(begun);
      }
      row = [];
      quoted = false;
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
  // What has neither a name nor a cell is what a separator at the ends of lines leaves.
  const kept = header.map((_, i) => i).filter((i) => header[i]?.trim() || rest.some((r) => r[i]?.trim()));
  if (!kept.length) return nothing;
  const names = apart(kept.map((i) => header[i]?.trim() || `Column ${i + 1}`));
  return { table: { header: names, rows: rest.map((r) => kept.map((i) => r[i] ?? "")), separator } };
}

/** Names of which a second “Price” is “Price 2”. */
function apart(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let n = 2; taken.has(free) || (free !== name && names.includes(free)); n++) free = `${name} ${n}`;
    taken.add(free);
    return free;
  });
}

/** The separator that the first line has most of, outside of quotes. */
function separatorOf(source: string): string {
  const first = (/^(?:"(?:[^"]|"")*"|[^"\n])*/.exec(source)?.[0] ?? "").replace(/"(?:[^"]|"")*"/g, "");
  const count = (s: string) => first.split(s).length - 1;
  return separators.reduce((best, s) => (count(s) > count(best) ? s : best), ",");
}

const named = (separator: string) =>
  ({ "\t": "a tab", ",": "a comma", ";": "a semicolon", "|": "a bar" })[separator] ?? separator;
