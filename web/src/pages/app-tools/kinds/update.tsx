import { WriteChoices } from "../WriteChoices";
import { setupOf, singular, type ToolKind } from "./kind";

export const update: ToolKind = {
  label: "Change a row",
  says: "Changes a row that was found before: an address, a state.",
  table: true,
  begin: (table, one) => ({
    name: `change_${singular(table?.name ?? "")}`,
    description: `Changes a ${one}. Use when somebody wants to change one that was shown. Requires its id.`,
  }),
  handler: (table) => ({ kind: "update", table: table?.name ?? "" }),
  Setup: setupOf(
    "update",
    ({ handler, table, onChange }) => table && <WriteChoices handler={handler} table={table} onChange={onChange} />,
  ),
};
