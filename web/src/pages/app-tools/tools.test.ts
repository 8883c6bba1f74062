import { expect, test } from "vitest";
import type { Layout } from "~/api/layouts";
import type { Column, Table } from "~/api/tables";
import { asked, changeFilter, fixed, toggleSearch, withFilter, withoutFilter, withValues } from "./choices";
import { entryOf, fill, firstMap, hidden, toggleLine } from "./fieldMap";
import { handlerOf, newTool } from "./kinds";

const columns: Column[] = [
  { name: "name", type: "text", required: true },
  { name: "price", type: "money", currency: "EUR" },
  { name: "vegan", type: "boolean" },
  { name: "day", type: "date" },
  { name: "picture", type: "image" },
  { name: "status", type: "enum", values: ["new", "done"] },
];
const column = (name: string) => columns.find((c) => c.name === name) as Column;
const table: Table = {
  name: "breads",
  title: "Breads",
  columns,
  ownedRows: false,
  rows: 0,
  createdAt: "",
  updatedAt: "",
};

test("a query is named after its table, searches its texts, and shows pictures as cards", () => {
  expect(newTool("query", table, ["search_breads"])).toMatchObject({
    name: "search_breads_2",
    layoutTemplate: "cards",
    handler: { kind: "query", table: "breads", search: ["name"], filters: [], limit: 20 },
  });
  expect(newTool("insert", table, [])).toMatchObject({
    name: "add_bread",
    handler: { kind: "insert", table: "breads" },
  });
});

test("filters are named by what they ask for, and never twice", () => {
  let handler = handlerOf("query", table);
  handler = withFilter(handler, column("price"));
  handler = withFilter(handler, column("vegan"));
  handler = withFilter(handler, column("day"));
  handler = withFilter(handler, column("price"));
  expect(handler.filters?.map(({ argument, op }) => `${argument} ${op}`)).toEqual([
    "max_price lte",
    "vegan eq",
    "from_day gte",
    "max_price_2 lte",
  ]);
  handler = changeFilter(handler, 3, column("price"), "gte");
  expect(handler.filters?.[3]).toEqual({ argument: "min_price", column: "price", op: "gte" });
  expect(withoutFilter(handler, 0).filters).toHaveLength(3);
  expect(toggleSearch(toggleSearch(handler, "status"), "name").search).toEqual(["status"]);
});

test("an insert asks for every column until it is told which, and writes constants unasked", () => {
  const insert = handlerOf("insert", table);
  expect(asked(insert, columns)).toHaveLength(columns.length);
  const narrow = withValues(insert, columns, ["name", "day"], [["status", "new"]]);
  expect(narrow.values).toEqual({ name: "{{args.name}}", day: "{{args.day}}", status: "new" });
  expect(asked(narrow, columns)).toEqual(["name", "day"]);
  expect(fixed(narrow)).toEqual([["status", "new"]]);
  expect(withValues(narrow, columns, columns.map(({ name }) => name), [])).toEqual(insert); // prettier-ignore
});

const string = { type: "string" as const };
const layout = (properties: object, name = "cards"): Layout =>
  ({
    name,
    list: "items",
    dataSchema: {
      properties: { items: { items: { required: ["title"], properties: { title: string, ...properties } } } },
    },
  }) as unknown as Layout;

test("a map places columns by type, the rest become lines, and what stands nowhere is named", () => {
  const cards = layout({ image: string, price: string, lines: { type: "array" } });
  const entry = entryOf(cards);
  const map = firstMap(entry ?? {}, columns);
  expect(map.item).toMatchObject({ title: { from: "/name" }, image: { from: "/picture" } });
  expect(map.item?.["price"]).toEqual({ from: "/price", as: "money", currency: "EUR" });
  expect(map.item?.["lines"]?.lines?.map(({ from }) => from)).toEqual(["/vegan", "/day", "/status"]);
  expect(hidden(cards, columns, null)).toEqual([]);
  expect(hidden(cards, columns, toggleLine(map, "lines", column("vegan")))).toEqual([column("vegan")]);
  expect(hidden(cards, columns, fill(map, "price", undefined))).toEqual([column("price")]);
});

test("a layout without lines hides what it has no field for, and a table nothing", () => {
  expect(hidden(layout({}), columns, null).map(({ name }) => name)).toEqual(columns.slice(1).map(({ name }) => name));
  expect(hidden(layout({ description: string }), columns, null)).toEqual([column("picture")]);
  expect(hidden(layout({}, "table"), columns, null)).toEqual([]);
  expect(hidden(undefined, columns, null)).toEqual([]);
});
