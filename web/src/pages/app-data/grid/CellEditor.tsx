import clsx from "clsx";
import type { Column } from "~/api/tables";
import { useState } from "react";
import { numeric } from "../cells/types";
import { write } from "../cells/write";
import type { Opened } from "./typing";

interface Props {
  column: Column;
  value: unknown;
  /** What is typed so far; undefined: nothing yet. */
  text: string | undefined;
  /** How it was opened. */
  opened(): Opened;
  onChange(text: string, done?: boolean): void;
}

const look = "w-full h-full border-0 bg-raised text-text px-2 outline-none text-base sm:text-sm";
/** The cell that is typed into has the focus, and all of it is selected: typing replaces, arrows keep. */
const begin = (node: HTMLInputElement | null) => {
  if (node && document.activeElement !== node) {
    node.focus({ preventScroll: true });
    if (node.type !== "date" && node.type !== "time" && node.type !== "datetime-local") node.select();
  }
};

/** A list that was pointed at is open: one more click would only say so again. */
const unfold = (node: HTMLSelectElement | null) => {
  try {
    node?.showPicker();
  } catch {
    // the browser has none, or saw no click
  }
};

/**
 * The field in a cell. Values that a list or a calendar knows are chosen; the rest is typed, and so is a date that begins with
 * a digit: a field for dates would take 2026 for a month.
 */
export function CellEditor({ column, value, text, opened, onChange }: Props) {
  const [how] = useState(opened);
  const label = column.title || column.name;
  const typed = text ?? write(value, column);
  if (column.type === "enum" || column.type === "boolean") {
    const values = column.type === "boolean" ? ["yes", "no"] : (column.values ?? []);
    return (
      <select
        aria-label={label}
        autoFocus
        ref={how === "pointed" ? unfold : undefined}
        className={look}
        value={typed}
        onChange={(e) => onChange(e.target.value, true)}
      >
        {(!column.required || !typed) && <option value="">–</option>}
        {typed && !values.includes(typed) && <option value={typed}>{typed}</option>}
        {values.map((v) => (
          <option key={v} value={v}>
            {v}
          </option>
        ))}
      </select>
    );
  }
  const kind = column.type === "date" ? "date" : column.type === "time" ? "time" : "text";
  const fits =
    how !== "typed" && kind !== "text" && (typed === "" || /^\d{4}-\d\d-\d\d$|^\d\d:\d\d(:\d\d)?$/.test(typed));
  return (
    <input
      ref={begin}
      aria-label={label}
      type={fits ? kind : "text"}
      className={clsx(look, numeric(column.type) && "text-right tabular-nums")}
      inputMode={numeric(column.type) ? "decimal" : modes[column.type]}
      autoComplete="off"
      spellCheck={column.type === "text"}
      value={typed}
      onChange={(e) => onChange(e.target.value)}
    />
  );
}

const modes: Partial<Record<Column["type"], "url" | "email" | "tel">> = {
  url: "url",
  image: "url",
  email: "email",
  phone: "tel",
};
