import type { App } from "~/api/apps";
import type { Schemas } from "~/api/client";
import { equal } from "./equal";

/** What people call the fields that an author changes of an app. */
export const labels = {
  name: "Name",
  description: "Description",
  mcpSlug: "Address",
  toolName: "Tool name",
  toolDescription: "Tool description",
  layoutTemplate: "Layout",
  themeVariables: "Theme",
  mockData: "Data",
  responseText: "Response text",
  systemPrompt: "Instructions",
} as const satisfies Partial<Record<keyof Schemas["DraftFields"], string>>;

export type FieldName = keyof typeof labels;

/** The editable part of an app. */
export type Draft = Pick<App, FieldName>;

/** The parts of the editor, and which fields stand where. The first control of a field carries data-path with its name. */
export const parts = {
  tool: { label: "Tool", fields: ["toolName", "toolDescription"] },
  layout: { label: "Layout", fields: ["layoutTemplate"] },
  data: { label: "Data", fields: ["mockData"] },
  theme: { label: "Theme", fields: ["themeVariables"] },
  texts: { label: "Texts", fields: ["name", "mcpSlug", "description", "responseText", "systemPrompt"] },
} as const satisfies Record<string, { label: string; fields: readonly FieldName[] }>;

export type Part = keyof typeof parts;

export const fieldNames = Object.keys(labels) as FieldName[];

export const partOf = (field: FieldName): Part =>
  (Object.keys(parts) as Part[]).find((part) => (parts[part].fields as readonly FieldName[]).includes(field)) ?? "tool";

/** The field that a location of the server is about: "body.mockData.items[0]" is about mockData. */
export function fieldOf(location: string): FieldName | undefined {
  const name = /^(?:body\.)?(\w+)/.exec(location)?.[1];
  return fieldNames.find((field) => field === name);
}

/** The editable part of an app, alone. */
export const draftOf = (app: App): Draft =>
  Object.fromEntries(fieldNames.map((field) => [field, app[field]])) as unknown as Draft;

/** The fields in which two drafts differ. */
export const differing = (a: Draft, b: Draft): FieldName[] => fieldNames.filter((field) => !equal(a[field], b[field]));

/**
 * The body of a PATCH that brings a draft's fields to their values. Data that is the layout's sample is sent as null, so
 * that a draft whose data was put back is the draft that it was.
 */
export function changesOf(draft: Draft, fields: readonly FieldName[], sample: unknown): Schemas["DraftFields"] {
  const body: Record<string, unknown> = {};
  for (const field of fields) body[field] = field === "mockData" && equal(draft.mockData, sample) ? null : draft[field];
  return body as Schemas["DraftFields"];
}
