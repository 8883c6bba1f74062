import { useRef, type ClipboardEvent, type KeyboardEvent, type RefObject } from "react";
import type {
  CellKeyboardEvent,
  CellKeyDownArgs,
  CellMouseArgs,
  CellMouseEvent,
  DataGridHandle,
} from "react-data-grid";
import type { Column } from "~/api/tables";
import { toast } from "~/ui";
import { cellsOf, copy, paste } from "../rows/block";
import type { RowsSession } from "../rows/session";
import { areaOf, extend, reach, single, type Selection } from "./area";
import type { GridActions } from "./actions";
import type { Item } from "./items";
import { homeOf, waits, writes, type Opened, type Run } from "./typing";
import type { useAhead } from "./useAhead";

interface Props {
  session: RowsSession;
  items: readonly Item[];
  columns: readonly Column[];
  selection: Selection | null;
  setSelection(next: Selection | null): void;
  grid: RefObject<DataGridHandle | null>;
  readOnly: boolean;
  actions: GridActions;
  ahead: ReturnType<typeof useAhead>;
  /** Is told how the field of the next cell is opened. */
  opened: RefObject<Opened>;
}

/** The keys of spreadsheets that the grid does not have itself: areas, clipboard, emptying, undo. */
export function useGridKeys(props: Props) {
  const { session, items, columns, selection, setSelection, grid, readOnly, actions, ahead, opened } = props;
  const last = useRef("");
  const run = useRef<Run | null>(null);
  const down = ({ rowIdx, column: { idx } }: { rowIdx: number; column: { idx: number } }, back: boolean) => {
    const next = rowIdx + (back ? -1 : 1);
    const home = homeOf(run.current, rowIdx, idx);
    run.current = null;
    if (items[next]) grid.current?.selectCell({ idx: home, rowIdx: next }, { shouldFocusCell: true });
  };
  const lines = (top: number, bottom: number) =>
    Array.from({ length: bottom - top + 1 }, (_, i) => {
      const item = items[top + i];
      return item?.hole ? undefined : item;
    });
  const area = selection && areaOf(selection);

  const hand = (event: ClipboardEvent) => {
    if (!area) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", copy(area, lines(area.top, area.bottom), columns));
  };

  const empty = () => {
    if (!area) return;
    const values = Object.fromEntries(columns.slice(area.left, area.right + 1).map(({ name }) => [name, null]));
    session.edit(lines(area.top, area.bottom).flatMap((line) => (line ? [{ key: line.key, values }] : [])));
  };

  const onCellKeyDown = (args: CellKeyDownArgs<Item>, event: CellKeyboardEvent) => {
    const { key, shiftKey } = event;
    const command = event.ctrlKey || event.metaKey;
    const at = columns.findIndex(({ name }) => name === args.column.key);
    if (key === "Tab" && at >= 0)
      run.current = { row: args.rowIdx, idx: homeOf(run.current, args.rowIdx, args.column.idx) };
    if (args.mode === "EDIT") {
      if (key !== "Enter" || event.nativeEvent.isComposing) return;
      event.preventGridDefault();
      args.onClose(true, true);
      down(args, shiftKey);
      return;
    }
    opened.current = writes(event) ? "typed" : "asked";
    if (waits(key)) return;
    const typed = ahead.isIn(args.row.key, args.column.key);
    if (!typed || !writes(event)) ahead.leave(/^(Escape|Delete|Backspace)$/.test(key));
    if (/^(Arrow|Page|Home|End)/.test(key)) run.current = null;
    const size = { rows: items.length, columns: columns.length };
    const grown = shiftKey && selection && extend(selection, key, command, size);
    const edge = !shiftKey && !event.altKey && (command || /^(Home|End)$/.test(key));
    const far = edge && reach(key, command, { row: args.rowIdx, column: at }, size);
    if (at < 0) {
      if (key !== "Enter" || args.row.hole) return;
      event.preventGridDefault();
      actions.openRow(args.row.key);
    } else if (key === "Enter" && typed) {
      event.preventGridDefault();
      down(args, shiftKey);
    } else if (grown) {
      event.preventGridDefault();
      event.preventDefault();
      setSelection(grown);
      grid.current?.scrollToCell({ rowIdx: grown.to.row, idx: grown.to.column + 1 });
    } else if (far) {
      event.preventGridDefault();
      event.preventDefault();
      grid.current?.selectCell({ rowIdx: far.row, idx: far.column + 1 }, { shouldFocusCell: true });
    } else if (command && key.toLowerCase() === "a") {
      event.preventGridDefault();
      event.preventDefault();
      setSelection({ from: { row: 0, column: 0 }, to: { row: items.length - 1, column: columns.length - 1 } });
    } else if (key === "Delete" || key === "Backspace") {
      event.preventGridDefault();
      if (!readOnly) empty();
    } else if (key === " " && columns[at]?.type === "boolean" && !readOnly && !args.row.hole) {
      event.preventGridDefault();
      event.preventDefault();
      const name = args.column.key;
      ahead.leave(true);
      session.edit([{ key: args.row.key, values: { [name]: args.row.values[name] !== true } }]);
    } else if (writes(event) && !readOnly && !args.row.hole) {
      const column = columns[at];
      if (column?.type !== "boolean" && column?.type !== "enum") return;
      if (!ahead.type(args.row, column, key, event.timeStamp)) return;
      event.preventGridDefault();
      event.preventDefault();
    }
  };

  return {
    onCellKeyDown,
    onBlur: () => ahead.leave(),
    onKeyDown: (event: KeyboardEvent) => {
      const inField = event.target instanceof HTMLInputElement && event.target.type !== "checkbox";
      if (readOnly || inField || !(event.ctrlKey || event.metaKey)) return;
      const key = event.key.toLowerCase();
      const again = key === "y" || (key === "z" && event.shiftKey);
      if (!again && key !== "z") return;
      event.preventDefault();
      void (again ? session.redo() : session.undo()).catch(() => undefined);
    },
    onCellMouseDown: ({ rowIdx, column }: CellMouseArgs<Item>, event: CellMouseEvent) => {
      const at = columns.findIndex(({ name }) => name === column.key);
      opened.current = "pointed";
      run.current = null;
      ahead.leave();
      if (!event.shiftKey || !selection || at < 0) return;
      event.preventGridDefault();
      event.preventDefault();
      setSelection({ from: selection.from, to: { row: rowIdx, column: at } });
    },
    /** Whether the same cell was touched the last time. */
    tapped: (line: string, column: string) => {
      const cell = `${line}/${column}`;
      const twice = last.current === cell;
      last.current = cell;
      return twice && !readOnly;
    },
    copy: hand,
    cut: (event: ClipboardEvent) => {
      if (event.target instanceof HTMLInputElement || !area || readOnly) return;
      hand(event);
      empty();
    },
    paste: (event: ClipboardEvent) => {
      if (!area || !selection || readOnly) return;
      event.preventDefault();
      const cells = cellsOf(event.clipboardData.getData("text/plain"));
      void put(cells);
    },
  };

  async function put(cells: string[][]) {
    if (!area || !selection) return;
    const bottom = area.top + cells.length;
    await session.want(bottom + 1);
    const here = session.get().lines;
    const at = Array.from({ length: Math.max(cells.length, area.bottom - area.top + 1) }, (_, i) => here[area.top + i]);
    const { changes, added, faults, outside } = paste(cells, area, at, columns);
    session.edit(changes);
    for (const [key, fault] of faults) {
      const [line = "", column = ""] = key.split("/");
      session.refuse(line, column, fault);
    }
    if (added.length) session.add(added);
    const width = Math.max(...cells.map((row) => row.length));
    if (single(selection))
      setSelection({
        from: selection.from,
        to: {
          row: Math.min(bottom, items.length) - 1,
          column: Math.min(area.left + width, columns.length) - 1,
        },
      });
    if (outside)
      toast({
        tone: "bad",
        title: `${outside} ${outside === 1 ? "cell" : "cells"} did not fit`,
        text: "Add columns first, or import the whole sheet.",
      });
  }
}
