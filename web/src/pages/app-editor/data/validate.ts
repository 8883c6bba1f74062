import { equal } from "../draft/equal";
import { written, type Path } from "./path";
import { isObject, typeOf, typesOf, type Schema, type TypeName } from "./schema";

export interface DataProblem {
  /** Where, as the server writes it: "items[0].title"; "" for the whole. */
  at: string;
  path: Path;
  /** Goes on after the name: "must not be empty". */
  message: string;
}

const most = 200;

/**
 * What is wrong with data, as far as layouts' schemas say it: a fast opinion while somebody types. Publishing asks the
 * server, which knows all of JSON Schema. It is interpreted, since the page's policy forbids compiled validators.
 */
export function problemsOf(schema: unknown, data: unknown): DataProblem[] {
  const found: DataProblem[] = [];
  check(schema as Schema, data, [], found);
  return found;
}

function check(schema: Schema, value: unknown, path: Path, found: DataProblem[]): void {
  if (found.length >= most) return;
  const say = (message: string, at = path) => void found.push({ at: written(at), path: at, message });
  const types = typesOf(schema);
  if (types.length && !types.some((type) => fits(type, value)))
    return say(`must be ${listed(types.map((t) => names[t]))}, not ${names[typeOf(value)]}`);
  if (schema.enum && !schema.enum.some((choice) => equal(choice, value)))
    say(`must be one of ${schema.enum.join(", ")}`);
  if (schema.const !== undefined && !equal(schema.const, value)) say(`must be ${String(schema.const)}`);
  if (typeof value === "string") checkText(schema, value, say);
  else if (typeof value === "number") {
    if (schema.minimum !== undefined && value < schema.minimum) say(`must be at least ${schema.minimum}`);
    if (schema.maximum !== undefined && value > schema.maximum) say(`must be at most ${schema.maximum}`);
  } else if (Array.isArray(value)) {
    if (schema.minItems !== undefined && value.length < schema.minItems)
      say(`must have at least ${schema.minItems} items, not ${value.length}`);
    if (schema.maxItems !== undefined && value.length > schema.maxItems)
      say(`must have at most ${schema.maxItems} items, not ${value.length}`);
    if (schema.items) for (const [i, item] of value.entries()) check(schema.items, item, [...path, i], found);
  } else if (isObject(value)) checkObject(schema, value, path, found);
  checkForms(schema, value, path, found);
}

function checkText(schema: Schema, value: string, say: (message: string) => void): void {
  const length = [...value].length;
  if (schema.minLength !== undefined && length < schema.minLength)
    say(
      schema.minLength === 1 ? "must not be empty" : `must have at least ${schema.minLength} characters, not ${length}`,
    );
  else if (schema.maxLength !== undefined && length > schema.maxLength)
    say(`must have at most ${schema.maxLength.toLocaleString("en")} characters, not ${length.toLocaleString("en")}`);
  else if (schema.pattern && !pattern(schema.pattern).test(value)) say(patternMessage(schema.pattern));
}

function checkObject(schema: Schema, value: Record<string, unknown>, path: Path, found: DataProblem[]): void {
  for (const key of schema.required ?? [])
    if (value[key] === undefined)
      found.push({ at: written([...path, key]), path: [...path, key], message: "is required" });
  for (const [key, field] of Object.entries(value)) {
    const known = schema.properties?.[key];
    if (field === undefined) continue;
    if (known) check(known, field, [...path, key], found);
    else if (schema.additionalProperties === false)
      found.push({
        at: written([...path, key]),
        path: [...path, key],
        message: `is not a known field; known fields: ${Object.keys(schema.properties ?? {}).join(", ")}`,
      });
    else if (isObject(schema.additionalProperties))
      check(schema.additionalProperties as Schema, field, [...path, key], found);
  }
}

/** Alternatives of the form {required: […]}, the only ones that layouts have, are told in words; others by their number. */
function checkForms(schema: Schema, value: unknown, path: Path, found: DataProblem[]): void {
  for (const [word, forms] of [
    ["anyOf", schema.anyOf],
    ["oneOf", schema.oneOf],
  ] as const) {
    if (!forms) continue;
    const passed = forms.filter((form) => {
      const faults: DataProblem[] = [];
      check(form, value, path, faults);
      return faults.length === 0;
    }).length;
    const fields = forms.flatMap((form) => form.required ?? []);
    if (passed === 0) found.push({ at: written(path), path, message: `needs ${listed(fields.map((f) => `“${f}”`))}` });
    else if (word === "oneOf" && passed > 1)
      found.push({ at: written(path), path, message: `takes only one of ${listed(fields.map((f) => `“${f}”`))}` });
  }
}

function fits(type: TypeName, value: unknown): boolean {
  return type === "integer"
    ? Number.isInteger(value)
    : type === "number"
      ? typeof value === "number"
      : type === typeOf(value) && value !== undefined;
}

const names: Record<TypeName, string> = {
  string: "a text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "nothing",
};

const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;

const patterns = new Map<string, RegExp>();

function pattern(source: string): RegExp {
  let known = patterns.get(source);
  if (!known) patterns.set(source, (known = new RegExp(source, "u")));
  return known;
}

/** The patterns of layouts, in words. */
function patternMessage(source: string): string {
  if (source.includes("data:image")) return "must be an https:// address or a picture as a data: URL";
  if (source.startsWith("^https://")) return "must be an address that begins with https://";
  if (source === "^[A-Z]{3}$") return "must be the three letters of a currency, such as EUR";
  if (source.includes("{1,64}")) return "may have letters, digits, _ and -, at most 64";
  return `must match the pattern ${source}`;
}
