import { singular, type ToolKind } from "./kind";

export const remove: ToolKind = {
  label: "Delete a row",
  says: "Takes a row away for good.",
  table: true,
  begin: (table, one) => ({
    name: `delete_${singular(table?.name ?? "")}`,
    description: `Deletes a ${one}. Use when somebody wants one that was shown to be gone. Requires its id.`,
  }),
  handler: (table) => ({ kind: "delete", table: table?.name ?? "" }),
  Setup: () => <p className="text-sm text-muted">It asks for the row’s id, which a tool that shows rows gives.</p>,
};
