import type { Table } from "~/api/tables";
import { write } from "../cells/write";
import type { Line } from "./line";

/** What people know a row by: its first text. */
export const nameOf = ({ values }: Line, { columns }: Pick<Table, "columns">): string => {
  const first = columns.find(({ type }) => type === "text");
  return first ? write(values[first.name], first).slice(0, 80) : "";
};
