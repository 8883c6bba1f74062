import type { Line } from "../rows/line";

/** A row of the grid: a line, or the place of one that is not here yet; with the text of the cell that is being typed into. */
export interface Item extends Line {
  hole?: true;
  typed?: { column: string; text: string };
}

const holes: Item[] = [];

/** The place of a line that is still on the server. */
const hole = (at: number): Item => (holes[at] ??= { key: `hole-${at}`, id: "", values: {}, hole: true });

/** The lines that are here, and holes for the rest. */
export function itemsOf(lines: readonly Line[], total: number): Item[] {
  const items: Item[] = [...lines];
  for (let at = lines.length; at < total; at++) items.push(hole(at));
  return items;
}
