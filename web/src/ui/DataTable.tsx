import clsx from "clsx";
import type { ReactNode } from "react";

export interface Column<T> {
  key: string;
  title: ReactNode;
  cell(row: T): ReactNode;
  /** Numbers are set at the right with figures of one width. */
  numeric?: boolean;
  /** Buttons: the title is for screen readers alone, and they stand at the row's end. */
  actions?: boolean;
  /** Left out below 640 px, where rows are read one under the other. */
  wideOnly?: boolean;
}

interface Props<T> {
  /** The table's name for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  id(row: T): string;
  /** Instead of rows when there are none. */
  empty?: ReactNode;
}

/** Rows and columns. It never scrolls sideways: cells wrap, and on phones each row becomes a block; the first column heads the row. */
export function DataTable<T>({ label, columns, rows, id, empty }: Props<T>) {
  if (rows.length === 0 && empty) return empty;
  return (
    <div className="rounded-card border border-line bg-surface shadow-low overflow-hidden">
      <table className="w-full text-sm border-collapse" aria-label={label}>
        <thead className="max-sm:sr-only">
          <tr className="border-b border-line">
            {columns.map((c) => (
              <th
                key={c.key}
                scope="col"
                className={clsx(
                  "px-4 py-2.5 font-medium text-muted text-left",
                  c.numeric && "text-right",
                  c.wideOnly && "max-sm:hidden",
                )}
              >
                {c.actions ? <span className="sr-only">{c.title}</span> : c.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={id(row)}
              className="border-b border-line last:border-0 max-sm:grid max-sm:px-4 max-sm:py-3 max-sm:gap-1"
            >
              {columns.map((c, i) => {
                const look = clsx(
                  "sm:px-4 sm:py-2.5 align-middle text-left font-normal min-w-0 wrap-anywhere",
                  c.numeric && "sm:text-right tabular-nums sm:whitespace-nowrap",
                  c.actions && "sm:text-right max-sm:-ml-2.5",
                  c.wideOnly && "max-sm:hidden",
                );
                const title = i > 0 && !c.actions && (
                  <span className="sm:hidden text-muted after:content-[':_']" aria-hidden="true">
                    {c.title}
                  </span>
                );
                return i === 0 ? (
                  <th key={c.key} scope="row" className={look}>
                    {c.cell(row)}
                  </th>
                ) : (
                  <td key={c.key} className={look}>
                    {title}
                    {c.cell(row)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
