import "react-data-grid/lib/styles.css";
import "./grid.css";
import clsx from "clsx";
import { useCallback, useMemo, useRef, useState } from "react";
import { DataGrid, type DataGridHandle, type SortColumn } from "react-data-grid";
import { titleOf, type Table } from "~/api/tables";
import type { GridActions } from "./actions";
import { areaOf, type Selection } from "./area";
import { columnsOf, rowColumn, addColumn } from "./columns";
import { itemsOf, type Item } from "./items";
import { coarse, rowHeight } from "./size";
import { Tick } from "./Tick";
import type { Opened } from "./typing";
import { useAhead, withChosen } from "./useAhead";
import { useGridKeys } from "./useGridKeys";
import { useDragged } from "./useDragged";
import { useKeptPlace } from "./useKeptPlace";
import type { RowsSession } from "../rows/session";
import type { State } from "../rows/state";
import { commit } from "./commit";

interface Props {
  table: Table;
  session: RowsSession;
  state: State;
  sorted: readonly SortColumn[];
  chosen: ReadonlySet<string>;
  onChoose(keys: Set<string>): void;
  readOnly: boolean;
  actions: GridActions;
  /** The cell that has the focus, for what is said about it below. */
  onCell(line: string, column: string): void;
}

const renderers = { renderCheckbox: Tick };
/** Rows below those in view that are read ahead. */
const ahead = 60;

/** The rows of a table as a spreadsheet. */
export function GridView({ table, session, state, sorted, chosen, onChoose, readOnly, actions, onCell }: Props) {
  const grid = useRef<DataGridHandle>(null);
  const how = useRef<Opened>("asked");
  const opened = useCallback(() => how.current, []);
  const [selection, setSelection] = useState<Selection | null>(null);
  const items = useMemo(() => itemsOf(state.lines, state.total), [state.lines, state.total]);
  const area = useMemo(() => selection && areaOf(selection), [selection]);
  const { columns } = table;
  const shown = useMemo(
    () => [
      rowColumn(actions, readOnly),
      ...columnsOf({ columns, faults: state.faults, area, items, readOnly, actions, opened }),
      ...(readOnly ? [] : [addColumn(actions)]),
    ],
    [columns, state.faults, area, items, readOnly, actions, opened],
  );
  const typing = useAhead(session);
  const rows = useMemo(() => withChosen(items, typing.chosen), [items, typing.chosen]);
  const keys = useGridKeys({
    ...{ session, items, columns, selection, setSelection, grid, readOnly, actions },
    ahead: typing,
    opened: how,
  });
  const dragged = useDragged(setSelection);
  useKeptPlace({ items, selection, setSelection, grid });
  const near = (scroller: EventTarget & HTMLDivElement) =>
    void session.want(Math.ceil((scroller.scrollTop + scroller.clientHeight) / rowHeight) + ahead);
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- keys and pointer of the grid that stands in it
    <div onKeyDown={keys.onKeyDown} onBlur={keys.onBlur} onCut={keys.cut} {...dragged} className="min-w-0">
      <DataGrid<Item, unknown, string>
        ref={grid}
        aria-label={`Rows of ${titleOf(table)}`}
        className={clsx("berth-grid", readOnly && "read-only")}
        style={{ blockSize: `min(max(20rem, 100dvh - 17rem), ${rowHeight * (items.length + 1) + 18}px)` }}
        columns={shown}
        rows={rows}
        rowKeyGetter={({ key }) => key}
        rowHeight={rowHeight}
        renderers={renderers}
        selectedRows={chosen}
        onSelectedRowsChange={onChoose}
        isRowSelectionDisabled={({ hole }) => hole === true}
        sortColumns={sorted}
        onSortColumnsChange={actions.sort}
        onColumnsReorder={(name, target) =>
          actions.moveColumn(
            name,
            columns.findIndex((column) => column.name === target),
          )
        }
        onRowsChange={(rows, { indexes }) =>
          commit(
            session,
            columns,
            indexes.map((i) => rows[i]),
          )
        }
        onScroll={(e) => near(e.currentTarget)}
        onSelectedCellChange={({ rowIdx, row, column }) => {
          const at = columns.findIndex(({ name }) => name === column.key);
          const cell = at < 0 || rowIdx < 0 ? null : { row: rowIdx, column: at };
          setSelection(cell && { from: cell, to: cell });
          onCell(row?.key ?? "", column.key);
          void session.want(rowIdx + ahead);
        }}
        onCellKeyDown={keys.onCellKeyDown}
        onCellMouseDown={keys.onCellMouseDown}
        onCellClick={({ row, column, selectCell }) => {
          // A finger has no double click: the second tap on a cell opens it.
          if (coarse && !row.hole && keys.tapped(row.key, column.key)) selectCell(true);
        }}
        onCellCopy={(_, event) => keys.copy(event)}
        onCellPaste={({ row }, event) => (keys.paste(event), row)}
      />
    </div>
  );
}
