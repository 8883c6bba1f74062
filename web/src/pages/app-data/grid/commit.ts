import type { Column } from "~/api/tables";
import { read } from "../cells/read";
import { write } from "../cells/write";
import type { Line } from "../rows/line";
import type { RowsSession } from "../rows/session";
import type { Item } from "./items";

/** Takes what was typed into cells: as their values where it can be read, else as what is to be corrected. */
export function commit(session: RowsSession, columns: readonly Column[], items: readonly (Item | undefined)[]): void {
  for (const item of items) {
    const column = columns.find(({ name }) => name === item?.typed?.column);
    if (item?.typed && column) put(session, item, column, item.typed.text);
  }
}

/** Puts a text into a cell. */
export function put(session: RowsSession, line: Line, column: Column, text: string): void {
  const held = session.get().faults.has(`${line.key}/${column.name}`);
  if (!held && text === write(line.values[column.name], column)) return;
  const reading = read(text, column);
  if ("value" in reading) session.edit([{ key: line.key, values: { [column.name]: reading.value } }]);
  else session.refuse(line.key, column.name, { message: reading.fault, text });
}
