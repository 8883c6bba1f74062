import type { Area } from "../rows/block";

/** A cell: the index of its row, and that of its column among the table's. */
export interface Cell {
  row: number;
  column: number;
}

/** What is selected: from the cell that has the focus to another. */
export interface Selection {
  from: Cell;
  to: Cell;
}

export const areaOf = ({ from, to }: Selection): Area => ({
  top: Math.min(from.row, to.row),
  bottom: Math.max(from.row, to.row),
  left: Math.min(from.column, to.column),
  right: Math.max(from.column, to.column),
});

export const within = (area: Area, row: number, column: number): boolean =>
  row >= area.top && row <= area.bottom && column >= area.left && column <= area.right;

export const single = ({ from, to }: Selection): boolean => from.row === to.row && from.column === to.column;

/** The selection after Shift and an arrow; whole: as far as it goes. */
export function extend(
  { from, to }: Selection,
  key: string,
  whole: boolean,
  size: { rows: number; columns: number },
): Selection | null {
  const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key];
  if (!step) return null;
  const [down = 0, right = 0] = step;
  const far = whole ? Infinity : 1;
  const clamp = (n: number, most: number) => Math.max(0, Math.min(n, most - 1));
  return {
    from,
    to: {
      row: down ? clamp(to.row + down * far, size.rows) : to.row,
      column: right ? clamp(to.column + right * far, size.columns) : to.column,
    },
  };
}
