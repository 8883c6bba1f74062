/** The part of JSON Schema 2020-12 that layouts use; platform/view carries the schemas, the server judges by all of it. */
export interface Schema {
  type?: TypeName | TypeName[];
  title?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
}

export type TypeName = "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";

export const typesOf = (schema: Schema): TypeName[] =>
  schema.type === undefined ? [] : Array.isArray(schema.type) ? schema.type : [schema.type];

/** The types that a value has that is there: those of an optional value without "null". */
export const kindsOf = (schema: Schema): TypeName[] => {
  const types = typesOf(schema);
  return types.length > 1 ? types.filter((type) => type !== "null") : types;
};

export const isObject = (v: unknown): v is Record<string, unknown> =>
  typeof v === "object" && v !== null && !Array.isArray(v);

/** The JSON type of a value, as schemas name it. */
export function typeOf(value: unknown): TypeName {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "number" || type === "string" || type === "boolean" ? type : "object";
}

/** "imageAlt" → "Image alt". */
export function wordsOf(key: string): string {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .toLowerCase()
    .replace(/\burl\b/, "link")
    .replace(/\bid\b/, "ID");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "items" → "item"; what one element of a list is called. */
export function singular(key: string): string {
  const words = wordsOf(key).toLowerCase();
  return words === "series" ? "row of numbers" : words.replace(/ies$/, "y").replace(/s$/, "");
}

/** The emptiest value that a schema takes, with its required fields. */
export function blank(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0];
  switch (typesOf(schema)[0]) {
    case "object":
      return Object.fromEntries((schema.required ?? []).map((key) => [key, blank(schema.properties?.[key] ?? {})]));
    case "array":
      return Array.from({ length: schema.minItems ?? 0 }, () => blank(schema.items ?? {}));
    case "number":
    case "integer":
      return Math.max(0, schema.minimum ?? 0);
    case "boolean":
      return false;
    case "null":
      return null;
    default:
      return "";
  }
}

/** The list that the layout is about: its first array of objects that is not its buttons, else its first array. */
export function mainList(schema: Schema): { key: string; items: Schema } | undefined {
  const lists = Object.entries(schema.properties ?? {}).filter(
    ([key, s]) => key !== "actions" && typesOf(s).includes("array"),
  );
  const [key, list] =
    lists.find(([k, s]) => schema.required?.includes(k) && typesOf(s.items ?? {}).join() === "object") ??
    lists.find(([, s]) => typesOf(s.items ?? {}).join() === "object") ??
    lists[0] ??
    [];
  return key && list ? { key, items: list.items ?? {} } : undefined;
}

/** What names an element in a list: the first of its texts. */
export function nameOf(value: unknown): string {
  if (!isObject(value))
    return value === null || value === undefined ? "" : typeof value === "object" ? "" : String(value);
  for (const key of ["title", "name", "label", "key", "query", "text", "seedMessage"]) {
    const text = value[key];
    if (typeof text === "string" && text.trim()) return text;
  }
  return (
    Object.values(value).find((v): v is string => typeof v === "string" && v.trim() !== "" && !v.startsWith("data:")) ??
    ""
  );
}
