import { cellKey, changed, differing, type Line, type Values } from "./line";
import type { Own } from "./state";

/**
 * The lines that are here with those that the server has now. Each stays where it is; one that came stands after the row
 * that it follows on the server; one that the server has no more goes, unless it is to stay. Lines that this page put
 * first (whose key is no id) have no place in the server's order.
 */
function arranged(lines: readonly Line[], fresh: readonly Line[], stays: (line: Line) => boolean): Line[] {
  const here = new Map(lines.filter(({ id }) => id).map((line) => [line.id, line]));
  const there = new Set(fresh.map(({ id }) => id));
  const after = new Map<string, Line[]>();
  let last = "";
  for (const line of fresh) {
    const known = here.get(line.id);
    if (!known) after.set(last, [...(after.get(last) ?? []), line]);
    else if (known.key === known.id) last = known.id;
  }
  const left = lines.filter((line) => there.has(line.id) || stays(line));
  const first = left.findIndex(({ key, id }) => key === id && there.has(id));
  const head = first < 0 ? left.length : first;
  return [
    ...left.slice(0, head),
    ...(after.get("") ?? []),
    ...left.slice(head).flatMap((line) => [line, ...(line.key === line.id ? (after.get(line.id) ?? []) : [])]),
  ];
}

/** The line with what its row holds now, except in cells that have something of one's own; the same if nothing changed. */
export function renewed(line: Line, values: Values, own: ReadonlySet<string>): Line {
  const kept = Object.fromEntries([...own].map((name) => [name, line.values[name] ?? null]));
  const next = changed({ ...line, values }, kept);
  return differing(line.values, next.values).length ? next : line;
}

/**
 * The lines with what the server has now, what their rows hold there, by key of line, and the cells that changed by it. Lines
 * with something of one's own stay as far as they have it, and so do those that are apart: not among the fresh ones, but there.
 */
export function merged(lines: readonly Line[], fresh: readonly Line[], own: Own, apart: ReadonlyMap<string, Values>) {
  const there = new Map([...apart, ...fresh.map((line) => [line.id, line.values] as const)]);
  const seen = new Map<string, Values>();
  const cells = new Set<string>();
  const next = arranged(lines, fresh, ({ key, id }) => !id || own.has(key) || apart.has(id)).map((line) => {
    const values = there.get(line.id);
    if (!values) return line;
    seen.set(line.key, values);
    const now = renewed(line, values, own.get(line.key) ?? new Set());
    for (const name of differing(line.values, now.values)) cells.add(cellKey(line.key, name));
    return now;
  });
  return { lines: next, seen, cells };
}
