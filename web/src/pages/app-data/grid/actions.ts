import type { SortColumn } from "react-data-grid";
import type { Column } from "~/api/tables";

/** What the grid asks of its page. */
export interface GridActions {
  openRow(key: string): void;
  editColumn(column: Column | null): void;
  moveColumn(name: string, to: number): void;
  removeColumn(column: Column): void;
  sort(columns: readonly SortColumn[]): void;
}
