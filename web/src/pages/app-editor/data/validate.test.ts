import { expect, test } from "vitest";
import { blank, mainList, type Schema } from "./schema";
import { problemsOf } from "./validate";
import { get, moved, put, written } from "./path";

type Layout = { name: string; authored?: boolean; dataSchema: Schema; sample: Record<string, unknown> };
const layouts = Object.values(
  import.meta.glob<Layout>("../../../../../templates/layouts/*/layout.json", { eager: true, import: "default" }),
);

test("there are layouts", () => expect(layouts.filter((l) => l.authored)).not.toHaveLength(0));

test.each(layouts.filter((l) => l.authored))(
  "$name: its sample fits, and damage to it is found",
  ({ dataSchema, sample }) => {
    expect(problemsOf(dataSchema, sample)).toEqual([]);
    expect(problemsOf(dataSchema, { ...sample, nowhere: 1 }).map(({ at }) => at)).toContain("nowhere");
    for (const key of dataSchema.required ?? [])
      expect(
        problemsOf(dataSchema, put(sample, [key], undefined)).map(({ at, message }) => `${at} ${message}`),
      ).toContain(`${key} is required`);
    const list = mainList(dataSchema);
    if (list) expect(problemsOf(dataSchema, { ...sample, [list.key]: [null] }).length).toBeGreaterThan(0);
  },
);

test.each<[string, Schema, unknown, string[]]>([
  ["a wrong type", { type: ["string", "number"] }, true, [" must be a text or a number, not true or false"]],
  ["a whole number", { type: "integer" }, 1.5, [" must be a whole number, not a number"]],
  ["lengths in characters", { type: "string", maxLength: 2 }, "👩👩👩", [" must have at most 2 characters, not 3"]],
  ["an empty text", { properties: { a: { type: "string", minLength: 1 } } }, { a: "" }, ["a must not be empty"]],
  ["a choice", { properties: { a: { enum: ["x", "y"] } } }, { a: "z" }, ["a must be one of x, y"]],
  [
    "bounds",
    { items: { type: "number", minimum: -90, maximum: 90 } },
    [-91, 0, 91],
    ["[0] must be at least -90", "[2] must be at most 90"],
  ],
  [
    "one of two forms",
    { oneOf: [{ required: ["rows"] }, { required: ["data"] }] },
    { rows: [], data: [] },
    [" takes only one of “rows” or “data”"],
  ],
  ["none of the forms", { anyOf: [{ required: ["text"] }, { required: ["items"] }] }, {}, [" needs “text” or “items”"]],
  [
    "an address",
    { pattern: "^https://[^\\s]+$" },
    "javascript:alert(1)",
    [" must be an address that begins with https://"],
  ],
])("%s", (_, schema, value, want) => {
  expect(problemsOf(schema, value).map(({ at, message }) => `${at} ${message}`)).toEqual(want);
});

test("a blank element has what it must have", () => {
  expect(
    blank({
      type: "object",
      required: ["title", "at"],
      properties: { title: { type: "string" }, at: { type: "number", minimum: 3 }, more: {} },
    }),
  ).toEqual({ title: "", at: 3 });
});

test("values are put without changing what was", () => {
  const before = { items: [{ title: "a", price: 1 }] };
  expect(put(before, ["items", 0, "price"], undefined)).toEqual({ items: [{ title: "a" }] });
  expect(put(before, ["items", 1], { title: "b" })).toEqual({ items: [{ title: "a", price: 1 }, { title: "b" }] });
  expect(before).toEqual({ items: [{ title: "a", price: 1 }] });
  expect(get(before, ["items", 0, "title"])).toBe("a");
  expect(written(["items", 0, "title"])).toBe("items[0].title");
  expect(moved([1, 2, 3], 0, 2)).toEqual([2, 3, 1]);
});
