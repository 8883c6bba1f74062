import { titleOf, type Table } from "~/api/tables";
import type { Handler, ToolDraft } from "~/api/tools";

/** The kinds of tools that can be set up here, each in a sentence. */
export const kinds = {
  query: { label: "Show rows", says: "Finds rows of a table and shows them: “anything vegan under 3 €?”" },
  insert: { label: "Add a row", says: "Keeps what somebody tells: a booking, a message, a wish." },
  update: { label: "Change a row", says: "Changes a row that was found before: an address, a state." },
  delete: { label: "Delete a row", says: "Takes a row away for good." },
  mock: { label: "Show what you typed", says: "Shows always the same: the data of the page Edit." },
} as const;

export type Kind = keyof typeof kinds;

export const isKind = (kind: string): kind is Kind => kind in kinds;

export const kindOf = (tool: ToolDraft): string => tool.handler?.kind ?? "mock";

const verbs: Record<Kind, string> = {
  query: "search",
  insert: "add",
  update: "change",
  delete: "delete",
  mock: "show",
};

/** A tool of a kind, with a name and a description to begin with. */
export function newTool(kind: Kind, table: Table | undefined, taken: readonly string[]): ToolDraft {
  const what = table ? titleOf(table) : "";
  const one = what.toLowerCase().replace(/ies$/, "y").replace(/s$/, "");
  const base = `${verbs[kind]}_${table ? (kind === "query" ? table.name : singular(table.name)) : "something"}`;
  let name = base;
  for (let n = 2; taken.includes(name); n++) name = `${base}_${n}`;
  if (kind === "mock" || !table) return { name, description: "", handler: { kind: "mock" }, layoutTemplate: "cards" };
  return {
    name,
    description: {
      query: `Searches ${what}. Use when somebody asks for ${what.toLowerCase()}.`,
      insert: `Adds a ${one}. Use when somebody wants to add one, once everything that is needed is known.`,
      update: `Changes a ${one}. Use when somebody wants to change one that was shown.`,
      delete: `Deletes a ${one}. Use when somebody wants one that was shown to be gone.`,
    }[kind],
    handler: handlerOf(kind, table),
    layoutTemplate: kind === "query" ? (table.columns.some(({ type }) => type === "image") ? "cards" : "list") : null,
  };
}

/** What a kind does with a table before anything is chosen. */
export function handlerOf(kind: Kind, table: Table): Handler {
  switch (kind) {
    case "mock":
      return { kind };
    case "query":
      return {
        kind,
        table: table.name,
        search: table.columns.filter(({ type }) => type === "text").map(({ name }) => name).slice(0, 4), // prettier-ignore
        filters: [],
        limit: 20,
      };
    default:
      return { kind, table: table.name };
  }
}

const singular = (name: string) => name.replace(/ies$/, "y").replace(/s$/, "");
