import { useLayoutEffect, useRef, type RefObject } from "react";
import type { DataGridHandle } from "react-data-grid";
import type { Selection } from "./area";
import type { Item } from "./items";
import { rowHeight } from "./size";

interface Props {
  items: readonly Item[];
  selection: Selection | null;
  setSelection(next: Selection | null): void;
  grid: RefObject<DataGridHandle | null>;
}

/** Keeps the selection and what is in view on their rows when rows come or go above them: the grid knows places only. */
export function useKeptPlace({ items, selection, setSelection, grid }: Props) {
  const last = useRef(items);
  useLayoutEffect(() => {
    const was = last.current;
    last.current = items;
    const { current } = grid;
    const element = current?.element;
    if (was === items || !current || !element) return;
    const now = (at: number) => {
      const key = was[at]?.key;
      return key === undefined || items[at]?.key === key ? at : items.findIndex((item) => item.key === key);
    };
    const top = Math.floor(element.scrollTop / rowHeight);
    const moved = element.scrollTop > 0 ? now(top) : 0;
    if (moved >= 0 && element.scrollTop > 0) element.scrollTop += (moved - top) * rowHeight;
    if (!selection) return;
    const [from, to] = [now(selection.from.row), now(selection.to.row)];
    if (from < 0 || to < 0 || (from === selection.from.row && to === selection.to.row)) return;
    const inside = element.contains(document.activeElement);
    current.selectCell({ idx: selection.from.column + 1, rowIdx: from }, { shouldFocusCell: inside });
    setSelection({ from: { ...selection.from, row: from }, to: { ...selection.to, row: to } });
  }, [items, selection, setSelection, grid]);
}
