import { useRef, type PointerEvent } from "react";
import type { Selection } from "./area";

/** Extends the selection while the mouse is drawn over cells. Fingers scroll. */
export function useDragged(set: (next: (before: Selection | null) => Selection | null) => void) {
  const down = useRef(false);
  return {
    onPointerDown: (e: PointerEvent) => {
      down.current = e.pointerType === "mouse" && e.button === 0 && placeOf(e.target) !== null;
    },
    onPointerMove: (e: PointerEvent) => {
      if (!down.current || e.buttons !== 1) return;
      const to = placeOf(document.elementFromPoint(e.clientX, e.clientY));
      if (to)
        set(
          (before) =>
            before && (before.to.row === to.row && before.to.column === to.column ? before : { ...before, to }),
        );
    },
    onPointerUp: () => {
      down.current = false;
    },
  };
}

/** The cell that an element is part of: the grid counts its header as a row, and the column of the rows' names. */
function placeOf(target: EventTarget | null): Selection["to"] | null {
  const cell = target instanceof Element ? target.closest("[role=gridcell]") : null;
  const row = Number(cell?.closest("[role=row]")?.getAttribute("aria-rowindex")) - 2;
  const column = Number(cell?.getAttribute("aria-colindex")) - 2;
  return cell && !cell.classList.contains("rdg-editor-container") && row >= 0 && column >= 0 ? { row, column } : null;
}
