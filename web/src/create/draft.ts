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

/** What an app has besides; a new field of the server's does not compile until it stands here. */
const appFields: Record<Exclude<keyof Schemas["App"], (typeof fields)[number] | "$schema">, true> = {
  id: true,
  status: true,
  publishVersion: true,
  liveVersion: true,
  publishedAt: true,
  draftAhead: true,
  origin: true,
  suspended: true,
  mcpUrl: true,
  uiUrl: true,
  createdAt: true,
  updatedAt: true,
};

/** The last two are a template's. */
const serverFields = [...Object.keys(appFields), "slug", "preview"];
