import type { Schemas } from "~/api/client";
import { appFields, newAppFields } from "~/api/fields";

/** What POST /apps takes. */
export type NewApp = Schemas["NewApp"];

/** The editable fields of an app, a template or a file; what is empty is left to its default. */
export function draftOf(from: Partial<Record<keyof NewApp, unknown>>): NewApp {
  const draft: Record<string, unknown> = {};
  for (const field of Object.keys(newAppFields) as (keyof NewApp)[]) {
    const value = from[field];
    if (from.tools !== undefined && ofFirstTool.includes(field)) continue;
    if (value !== undefined && value !== null && value !== "") draft[field] = value;
  }
  return draft as unknown as NewApp;
}

/** What an app says of its first tool, which the server does not take together with tools. */
const ofFirstTool: (keyof NewApp)[] = ["toolName", "toolDescription", "layoutTemplate", "mockData", "responseText"];

/** The fields of an object that POST /apps does not take: what the server itself adds to an app, and what nobody knows. */
export function others(from: object): { added: string[]; unknown: string[] } {
  const rest = Object.keys(from).filter((key) => !Object.hasOwn(newAppFields, key));
  const added = (key: string) => Object.hasOwn(appFields, key) || ofTemplate.includes(key);
  return { added: rest.filter(added), unknown: rest.filter((key) => !added(key)) };
}

/** What a template has besides. */
const ofTemplate = ["slug", "preview", "shipped"];

/** What a draft says of one tool. */
export interface DraftTool {
  name?: string | null | undefined;
  description?: string | null | undefined;
  layout?: string | null | undefined;
  data?: unknown;
  /** Whether it stands among the tools, and not in fields of the draft. */
  listed: boolean;
}

/** What a draft says of its tools, of which there is at least one. */
export function toolsOf(draft: NewApp): [DraftTool, ...DraftTool[]] {
  const [first, ...rest] = (draft.tools ?? []).map(({ name, description, layoutTemplate, mockData }) => ({
    name,
    description,
    layout: layoutTemplate,
    data: mockData,
    listed: true,
  }));
  if (first) return [first, ...rest];
  const { toolName: name, toolDescription: description, layoutTemplate: layout, mockData: data } = draft;
  return [{ name, description, layout, data, listed: false }];
}

/** The change of a draft that gives its first tool another name or description. */
export function changeFirstTool(draft: NewApp, change: { name?: string; description?: string }): Partial<NewApp> {
  if (draft.tools?.[0]) return { tools: [{ ...draft.tools[0], ...change }, ...draft.tools.slice(1)] };
  return {
    ...(change.name !== undefined && { toolName: change.name }),
    ...(change.description !== undefined && { toolDescription: change.description }),
  };
}
