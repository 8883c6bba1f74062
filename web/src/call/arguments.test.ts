import { expect, test } from "vitest";
import { first, readArguments } from "./arguments";

test("required fields are there, with what the schema suggests", () => {
  expect(
    first(
      {
        type: "object",
        required: ["message", "kind", "n"],
        properties: {
          message: { type: "string" },
          kind: { type: "string", enum: ["a", "b"] },
          n: { type: "integer", minimum: 2 },
          context: { type: "object" },
          lang: { type: "string", default: "en" } as never,
        },
      },
      { message: "Show me boats", lang: "de" },
    ),
  ).toEqual({ message: "Show me boats", kind: "a", n: 2, lang: "en" });
  expect(first({}, { x: "x" })).toEqual({});
  expect(
    first(
      {
        type: "object",
        required: ["id"],
        properties: { id: { type: "string" }, n: { type: "integer", default: 5 } as never, city: { type: "string" } },
      },
      { id: "me" },
      { id: "f3", city: "Porto", other: 1 },
    ),
  ).toEqual({ id: "f3", n: 5, city: "Porto" });
});

test.each([
  ['{"a":1}', { a: 1 }],
  ["[1]", null],
  ["{", null],
  ["", null],
])("%s", (text, value) => {
  expect(readArguments(text)).toEqual(value);
});
