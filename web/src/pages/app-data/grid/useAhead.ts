import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Column } from "~/api/tables";
import { read } from "../cells/read";
import { cellKey } from "../rows/line";
import type { RowsSession } from "../rows/session";
import { put } from "./commit";
import type { Item } from "./items";
import { choiceOf, further, pause, type Ahead } from "./typing";

/** A choice that is typed and not stored yet. */
interface Chosen {
  session: RowsSession;
  key: string;
  column: Column;
  choice: string;
}

/** Letters typed into a cell of choices without opening it: what they mean is shown at once, and stored when there is a pause or the cell is left. */
export function useAhead(session: RowsSession) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const open = useRef<Chosen | null>(null);
  const letters = useRef<Ahead | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const show = useCallback((next: Chosen | null) => {
    clearTimeout(timer.current);
    open.current = next;
    setChosen(next);
  }, []);
  const store = useCallback(() => {
    const now = open.current;
    if (!now) return;
    show(null);
    const line = now.session.get().lines.find(({ key }) => key === now.key);
    if (line) put(now.session, line, now.column, now.choice);
  }, [show]);

  useEffect(() => {
    addEventListener("beforeunload", store);
    return () => {
      removeEventListener("beforeunload", store);
      store();
    };
  }, [store]);

  return useMemo(() => {
    /** Whether the last letters went into this cell. */
    const isIn = (key: string, column: string) => letters.current?.cell === cellKey(key, column);
    return {
      chosen,
      isIn,
      /** Takes one character more; answers whether it is one of a choice. */
      type: ({ key }: Item, column: Column, char: string, at: number): boolean => {
        const next = further(letters.current, cellKey(key, column.name), char, at);
        const choice = choiceOf(next.text, column);
        if (next.text === char) {
          store();
          letters.current = null;
          if (choice === undefined) return false; // the list says what there is
        }
        letters.current = next;
        const last = choice ?? open.current?.choice;
        if (last === undefined) return true;
        show({ session, key, column, choice: last });
        timer.current = setTimeout(() => {
          store();
          if (letters.current) letters.current = { ...letters.current, at: -Infinity };
        }, pause);
        return true;
      },
      /** The cell is left: what was typed is stored, or dropped. */
      leave: (dropped = false) => {
        letters.current = null;
        if (dropped) show(null);
        else store();
      },
    };
  }, [chosen, session, show, store]);
}

/** The items with the choice that is being typed in its cell. */
export function withChosen(items: readonly Item[], chosen: Chosen | null): readonly Item[] {
  const reading = chosen && read(chosen.choice, chosen.column);
  if (!reading || !("value" in reading)) return items;
  const { key, column } = chosen;
  return items.map((item) =>
    item.key === key ? { ...item, values: { ...item.values, [column.name]: reading.value } } : item,
  );
}
