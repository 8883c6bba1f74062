import { blank, isObject, type Schema } from "~/pages/app-editor/data/schema";

interface Example extends Schema {
  default?: unknown;
  examples?: unknown[];
}

/** Arguments to begin with: the tool's example, what the schema suggests, for required fields what is known by their names, or something of the right form. */
export function first(
  schema: Schema,
  known: Readonly<Record<string, string>>,
  example: unknown = null,
): Record<string, unknown> {
  const given = isObject(example) ? example : {};
  const wanted = Object.entries(schema.properties ?? {}) as [string, Example][];
  return Object.fromEntries(
    wanted.flatMap(([name, field]) => {
      const suggested = given[name] ?? field.default ?? field.examples?.[0];
      if (suggested !== undefined) return [[name, suggested]];
      if (!schema.required?.includes(name)) return [];
      return [[name, known[name] ?? blank(field)]];
    }),
  );
}

/** Arguments out of an address; null where there are none that can be read. */
export function readArguments(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The most that is put into an address, in characters. */
export const mostInAddress = 1500;
