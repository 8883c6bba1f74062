import clsx from "clsx";
import { Maximize2, Plus } from "lucide-react";
import { SelectColumn, type Column as GridColumn, type RenderCellProps } from "react-data-grid";
import { titleOf, type Column } from "~/api/tables";
import { numeric } from "../cells/types";
import type { Area } from "../rows/block";
import { cellKey, type Fault } from "../rows/line";
import { within } from "./area";
import { CellEditor } from "./CellEditor";
import { CellView } from "./CellView";
import { ColumnHead } from "./ColumnHead";
import type { Item } from "./items";
import { coarse } from "./size";
import type { GridActions } from "./actions";
import type { Opened } from "./typing";

interface Shown {
  columns: readonly Column[];
  faults: ReadonlyMap<string, Fault>;
  area: Area | null;
  items: readonly Item[];
  readOnly: boolean;
  actions: GridActions;
  opened(): Opened;
}

/** The table's columns as the grid shows them. */
export function columnsOf({ columns, faults, area, items, readOnly, actions, opened }: Shown): GridColumn<Item>[] {
  const many = area && (area.top !== area.bottom || area.left !== area.right);
  const inArea = new Set(many ? items.slice(area.top, area.bottom + 1).map(({ key }) => key) : []);
  return columns.map((column, at): GridColumn<Item> => {
    const faultIn = (item: Item) => faults.get(cellKey(item.key, column.name));
    return {
      key: column.name,
      name: titleOf(column),
      width: Math.max(widths[column.type] ?? 180, Math.min(headWidth(column), 220)),
      minWidth: 80,
      resizable: true,
      sortable: true,
      draggable: !readOnly,
      editable: ({ hole }) => !readOnly && !hole,
      headerCellClass: clsx(numeric(column.type) && "numeric"),
      cellClass: (item) =>
        clsx(
          numeric(column.type) && "numeric",
          faultIn(item) && "faulty",
          many && inArea.has(item.key) && within(area, area.top, at) && "chosen",
        ),
      renderHeaderCell: ({ sortDirection, tabIndex }) => (
        <ColumnHead {...{ column, at, sortDirection, tabIndex, readOnly, actions }} last={at === columns.length - 1} />
      ),
      renderCell: ({ row }) =>
        row.hole ? (
          <span className="block h-3 w-2/3 rounded-full bg-sunken" aria-hidden="true" />
        ) : (
          <CellView value={row.values[column.name]} column={column} fault={faultIn(row)} />
        ),
      renderEditCell: ({ row, onRowChange }) => (
        <CellEditor
          column={column}
          value={row.values[column.name]}
          text={row.typed?.text ?? faultIn(row)?.text}
          opened={opened}
          onChange={(text, done) => onRowChange({ ...row, typed: { column: column.name, text } }, done)}
        />
      ),
      editorOptions: { closeOnExternalRowChange: false },
    };
  });
}

/** What a heading takes beside its menu, about. */
const headWidth = (column: Column) => 64 + 8 * titleOf(column).length;

const widths: Partial<Record<Column["type"], number>> = {
  number: 110,
  integer: 110,
  money: 120,
  boolean: 110,
  date: 140,
  time: 100,
  datetime: 190,
  enum: 140,
};

/** Where a row is chosen and opened. */
export const rowColumn = (actions: GridActions, readOnly: boolean): GridColumn<Item> => ({
  ...SelectColumn,
  width: coarse ? 96 : 76,
  minWidth: coarse ? 96 : 76,
  maxWidth: coarse ? 96 : 76,
  renderHeaderCell: (props) =>
    readOnly ? <span className="sr-only">Row</span> : SelectColumn.renderHeaderCell?.(props),
  renderCell: (props: RenderCellProps<Item>) =>
    props.row.hole ? null : (
      <span className="flex items-center">
        {!readOnly && SelectColumn.renderCell?.(props as never)}
        <button
          type="button"
          tabIndex={readOnly ? props.tabIndex : -1}
          aria-label={`Open row ${props.rowIdx + 1}`}
          title={`Open row ${props.rowIdx + 1}`}
          className="grid place-items-center size-8 shrink-0 pointer-coarse:size-11 rounded-md text-muted hover:bg-hover hover:text-text"
          onClick={() => actions.openRow(props.row.key)}
        >
          <Maximize2 size={14} aria-hidden="true" />
        </button>
      </span>
    ),
});

/** The way to another column. */
export const addColumn = (actions: GridActions): GridColumn<Item> => ({
  key: "add-column",
  name: "Add a column",
  width: 56,
  minWidth: 56,
  headerCellClass: "add",
  renderHeaderCell: ({ tabIndex }) => (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label="Add a column"
      title="Add a column"
      className="grid place-items-center w-full h-full text-muted hover:text-text"
      onClick={() => actions.editColumn(null)}
    >
      <Plus size={16} aria-hidden="true" />
    </button>
  ),
  renderCell: () => null,
});
