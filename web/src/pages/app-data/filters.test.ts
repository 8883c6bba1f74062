import { expect, test } from "vitest";
import type { Column } from "~/api/tables";
import { addressOf, chipColumn, opsOf, readFilters, type Filter } from "./filters";

const columns: Column[] = [
  { name: "price", type: "money" },
  { name: "kind", type: "enum", values: ["a", "b"] },
  { name: "status", type: "enum", values: ["new", "seen", "done"] },
];

test("filters survive the address", () => {
  const filters: Filter[] = [
    { column: "price", op: "<=", value: "5" },
    { column: "status", op: "=", value: 'a=b, "c"' },
  ];
  expect(readFilters(addressOf(filters), columns)).toEqual(filters);
  expect(addressOf([])).toBe("");
});

test.each(["", "no json", '{"a":1}', '["gone=1"]', '["price"]', "[7]"])("%j is no filter", (text) => {
  expect(readFilters(text, columns)).toEqual([]);
});

test("what arrives is filtered by its status, and tags by what they contain", () => {
  expect(chipColumn(columns)?.name).toBe("status");
  expect(chipColumn(columns.slice(0, 2))?.name).toBe("kind");
  expect(opsOf({ type: "tags" }).map(({ value }) => value)).toEqual(["~"]);
});
