import { titleOf } from "~/api/tables";
import { QueryChoices } from "../QueryChoices";
import { setupOf, type ToolKind } from "./kind";

export const query: ToolKind = {
  label: "Show rows",
  says: "Finds rows of a table and shows them: “anything vegan under 3 €?”",
  table: true,
  layout: (table) => (table?.columns.some(({ type }) => type === "image") ? "cards" : "list"),
  begin: (table) => {
    const what = table ? titleOf(table) : "";
    return {
      name: `search_${table?.name}`,
      description: `Searches ${what}. Use when somebody asks for ${what.toLowerCase()}. Needs no further information.`,
    };
  },
  handler: (table) => ({
    kind: "query",
    table: table?.name ?? "",
    search: (table?.columns ?? []).filter(({ type }) => type === "text").map(({ name }) => name).slice(0, 4), // prettier-ignore
    filters: [],
    limit: 20,
  }),
  Setup: setupOf(
    "query",
    ({ handler, table, onChange }) => table && <QueryChoices handler={handler} table={table} onChange={onChange} />,
  ),
};
