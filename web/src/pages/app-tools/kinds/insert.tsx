import { WriteChoices } from "../WriteChoices";
import { setupOf, singular, type ToolKind } from "./kind";

export const insert: ToolKind = {
  label: "Add a row",
  says: "Keeps what somebody tells: a booking, a message, a wish.",
  table: true,
  begin: (table, one) => ({
    name: `add_${singular(table?.name ?? "")}`,
    description: `Adds a ${one}. Use when somebody wants to add one, once everything that is needed is known.`,
  }),
  handler: (table) => ({ kind: "insert", table: table?.name ?? "" }),
  Setup: setupOf(
    "insert",
    ({ handler, table, onChange }) => table && <WriteChoices handler={handler} table={table} onChange={onChange} />,
  ),
};
