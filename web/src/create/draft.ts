import type { Schemas } from "~/api/client";

/** What POST /apps takes. */
export type NewApp = Schemas["NewApp"];

const fields = [
  "name",
  "description",
  "mcpSlug",
  "toolName",
  "toolDescription",
  "layoutTemplate",
  "themeVariables",
  "mockData",
  "responseText",
  "systemPrompt",
] as const;

/** The editable fields of an app, a template or a file; what is empty is left to its default. */
export function draftOf(from: Partial<Record<(typeof fields)[number], unknown>>): NewApp {
  const draft: Record<string, unknown> = {};
  for (const field of fields) {
    const value = from[field];
    if (value !== undefined && value !== null && value !== "") draft[field] = value;
  }
  return draft as unknown as NewApp;
}

/** The fields of an object that POST /apps does not take: what the server itself adds to an app, and what nobody knows. */
export function others(from: object): { added: string[]; unknown: string[] } {
  const rest = Object.keys(from).filter((key) => !(fields as readonly string[]).includes(key));
  return {
    added: rest.filter((key) => serverFields.includes(key)),
    unknown: rest.filter((key) => !serverFields.includes(key)),
  };
}

const serverFields = [
  "id",
  "status",
  "publishVersion",
  "liveVersion",
  "publishedAt",
  "draftAhead",
  "origin",
  "mcpUrl",
  "uiUrl",
  "createdAt",
  "updatedAt",
  "slug",
  "preview",
];
