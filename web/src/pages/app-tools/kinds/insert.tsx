import { titleOf, type Table } from "~/api/tables";
import { WriteChoices } from "../WriteChoices";
import { setupOf, singular, type ToolKind } from "./kind";

export const insert: ToolKind = {
  label: "Add a row",
  says: "Keeps what somebody tells: a booking, a message, a wish.",
  table: true,
  begin: (table, one) => ({
    name: `add_${singular(table?.name ?? "")}`,
    description: `Adds a ${one}. Use when somebody wants to add one. Requires ${needed(table)}.`,
  }),
  handler: (table) => ({ kind: "insert", table: table?.name ?? "" }),
  Setup: setupOf(
    "insert",
    ({ handler, table, onChange }) => table && <WriteChoices handler={handler} table={table} onChange={onChange} />,
  ),
};

/** What a row cannot be without, else what names it. */
function needed(table: Table | undefined): string {
  const columns = table?.columns ?? [];
  const required = columns.filter((column) => column.required);
  const words = (required.length ? required : columns.slice(0, 1)).map((column) => titleOf(column).toLowerCase());
  return words.join(", ").replace(/, ([^,]*)$/, " and $1") || "what is to be kept of it";
}
