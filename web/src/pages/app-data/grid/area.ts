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

interface Size {
  rows: number;
  columns: number;
}

/** The cell that a key leads to; far: as far as it goes. null: the key leads nowhere. */
export function reach(key: string, far: boolean, { row, column }: Cell, size: Size): Cell | null {
  const last = { row: size.rows - 1, column: size.columns - 1 };
  switch (key) {
    case "ArrowUp":
      return { row: far ? 0 : Math.max(0, row - 1), column };
    case "ArrowDown":
      return { row: far ? last.row : Math.min(last.row, row + 1), column };
    case "ArrowLeft":
      return { row, column: far ? 0 : Math.max(0, column - 1) };
    case "ArrowRight":
      return { row, column: far ? last.column : Math.min(last.column, column + 1) };
    case "Home":
      return { row: far ? 0 : row, column: 0 };
    case "End":
      return { row: far ? last.row : row, column: last.column };
    default:
      return null;
  }
}

/** The selection after Shift and such a key. */
export function extend({ from, to }: Selection, key: string, far: boolean, size: Size): Selection | null {
  const next = reach(key, far, to, size);
  return next && { from, to: next };
}
